import { setTimeout as sleep } from "node:timers/promises";
import { readStatus, ServerRefusal, type ServerStatus } from "../control/running-server.ts";
import { UsageError } from "../usage-error.ts";
import { defineCommand } from "./terminal/command.ts";
import {
  dataOption,
  projectOption,
  readChoice,
  readControlDirectory,
  readTimeoutMs,
  timeoutOption,
} from "./terminal/options.ts";
import { asJson, asTable } from "./terminal/output.ts";
import { print } from "./terminal/print.ts";

export const statusCommand = defineCommand({
  name: "status",
  summary: "Show the addresses and keys of the running server",
  options: {
    ...projectOption,
    ...dataOption,
    output: {
      type: "string",
      short: "o",
      argument: "FORMAT",
      help: "text, env for a .env file, or json (default: text)",
    },
    wait: { type: "boolean", help: "wait until a server is ready" },
    ...timeoutOption,
  },
  async run({ values }) {
    const format = readChoice("output", values.output, ["text", "env", "json"]);
    if (values.timeout !== undefined && !values.wait) {
      throw new UsageError("--timeout needs --wait.");
    }
    const timeoutMs = readTimeoutMs(values.timeout);
    const directory = readControlDirectory(values);
    const status = values.wait
      ? await waitForStatus(directory, timeoutMs)
      : await readStatus(directory);
    if (!status) {
      const period = values.wait ? ` after ${timeoutMs / 1000} s` : "";
      throw new UsageError(`No server runs on ${directory}${period}. To start one: portico start`);
    }
    const { variables, ...server } = status;
    if (format === "json") return print(asJson(variables));
    if (format === "env") return print(asEnvironment(variables));
    print(
      `${server.project}, process ${server.pid}, since ${server.startedAt}\n\n${asTable(Object.entries(variables))}`,
    );
  },
});

const pollIntervalMs = 100;

/** Returns the status of the server, or undefined if none becomes ready in time. */
async function waitForStatus(
  directory: string,
  timeoutMs: number,
): Promise<ServerStatus | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const status = await readStatus(directory).catch((error: unknown) => {
      // The server is still starting, so wait longer.
      if (error instanceof ServerRefusal) return undefined;
      throw error;
    });
    if (status || performance.now() > deadline) return status;
    await sleep(pollIntervalMs);
  }
}

/** Formats variables for a `.env` file, like the Supabase CLI. */
const asEnvironment = (variables: Readonly<Record<string, string>>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join("");
