/**
 * Measures the time from the start of the command on existing data to its first response, compared with opening PGlite
 * on the same data.
 */
import { spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { start } from "./instruments/child.ts";
import { buildCommand } from "./instruments/command.ts";
import { fillDatabase } from "./instruments/compared-servers.ts";
import { formatVerdict, median, print } from "./instruments/measure.ts";
import type { ServerCredentials } from "./instruments/server.ts";

const runCount = 7;
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export async function measureStart(): Promise<void> {
  const cli = buildCommand();
  const folder = await mkdtemp(join(tmpdir(), "portico-bench-"));
  try {
    const data = join(folder, "server");
    const setupServer = start("./instruments/server.ts");
    const credentials = await setupServer.request<ServerCredentials>({
      start: { directory: data },
    });
    const { accessToken: token } = await fillDatabase(setupServer, credentials);
    await setupServer.close();
    const pgliteFolder = join(folder, "alone");
    await cp(join(data, "database"), pgliteFolder, { recursive: true });

    const userTimesMs: number[] = [];
    const rowTimesMs: number[] = [];
    const pgliteTimesMs: number[] = [];
    for (let time = 0; time < runCount; time++) {
      userTimesMs.push(await timeFirstResponse(cli, data, "/auth/v1/user", token));
      pgliteTimesMs.push(await timeOpening(pgliteFolder));
      rowTimesMs.push(await timeFirstResponse(cli, data, "/rest/v1/boards", token));
    }
    print(
      `on existing data, a program that opens PGlite takes ${median(pgliteTimesMs).toFixed(0)} ms; ` +
        `from the start to the user of a token as the first response ${median(userTimesMs).toFixed(0)} ms, ` +
        `ratio ${formatVerdict(median(userTimesMs) / median(pgliteTimesMs), { atMost: 1.5 })}; ` +
        `from the start to the rows of a table as the first response ${median(rowTimesMs).toFixed(0)} ms, ` +
        `ratio ${(median(rowTimesMs) / median(pgliteTimesMs)).toFixed(2)}`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the milliseconds from `portico start` to the response to a signed-in user's request. */
function timeFirstResponse(
  cli: string,
  data: string,
  path: string,
  token: string,
): Promise<number> {
  const command = [cli, "start", "--port", "0"];
  const options = ["--project", pathOf("project"), "--data", data];
  const readyPattern = /^ {2}API +(\S+)$.*^ {2}Publishable key +(\S+)$/ms;
  return timeProgram(
    [...command, ...options],
    readyPattern,
    async (startedAt, [, origin, apikey = ""]) => {
      const response = await fetch(`${origin}${path}`, {
        headers: { apikey, authorization: `Bearer ${token}` },
      });
      await response.text();
      if (!response.ok) throw new Error(`The first request failed with status ${response.status}.`);
      return performance.now() - startedAt;
    },
  );
}

/** Returns the milliseconds from the start of a program to PGlite's first result. */
function timeOpening(data: string): Promise<number> {
  return timeProgram(
    [pathOf("instruments/open-pglite.ts"), data],
    /open/,
    async (startedAt) => performance.now() - startedAt,
  );
}

/** Starts a program, waits until its output matches, returns the result of `measureMs`, and stops the program. */
async function timeProgram(
  command: readonly string[],
  pattern: RegExp,
  measureMs: (startedAt: number, match: RegExpExecArray) => Promise<number>,
): Promise<number> {
  const startedAt = performance.now();
  // Use the flags that the command `portico` sets for itself.
  const flags = ["--min-semi-space-size=8", "--max-semi-space-size=8"];
  const child = spawn(process.execPath, [...flags, ...command], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<never>((_, reject) =>
    child.once("exit", (code) => reject(new Error(`${command[0]} ended with ${code}.`))),
  );
  let output = "";
  const readyMatch = new Promise<RegExpExecArray>((resolve) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const match = pattern.exec(output);
      if (match) resolve(match);
    });
  });
  const durationMs = await Promise.race([
    readyMatch.then((match) => measureMs(startedAt, match)),
    exited,
  ]);
  child.kill("SIGTERM");
  await exited.catch(() => {});
  return durationMs;
}
