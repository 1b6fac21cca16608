/**
 * Measures how long the command takes to answer on existing data, compared with opening PGlite on it.
 */
import { spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { start } from "./child.ts";
import { buildCommand } from "./command.ts";
import { median, print, verdict } from "./measure.ts";
import type { Started } from "./server.ts";
import { fillDatabase } from "./stage.ts";

const runCount = 7;
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export async function startUp(): Promise<void> {
  const cli = buildCommand();
  const folder = await mkdtemp(join(tmpdir(), "portico-bench-"));
  try {
    const data = join(folder, "server");
    const setupServer = start("./server.ts");
    const credentials = await setupServer.request<Started>({ start: { directory: data } });
    const { accessToken: token } = await fillDatabase(setupServer, credentials);
    await setupServer.close();
    const pgliteFolder = join(folder, "alone");
    await cp(join(data, "database"), pgliteFolder, { recursive: true });

    const user: number[] = [];
    const rows: number[] = [];
    const driver: number[] = [];
    for (let time = 0; time < runCount; time++) {
      user.push(await waitForAnswer(cli, data, "/auth/v1/user", token));
      driver.push(await untilOpen(pgliteFolder));
      rows.push(await waitForAnswer(cli, data, "/rest/v1/boards", token));
    }
    print(
      `on data that are there, a program that opens PGlite takes ${median(driver).toFixed(0)} ms; ` +
        `start to the first answer, which is who bears a token, ${median(user).toFixed(0)} ms, ` +
        `ratio ${verdict(median(user) / median(driver), { atMost: 1.5 })}; ` +
        `start to the rows of a table, where they are the first answer, ${median(rows).toFixed(0)} ms, ` +
        `ratio ${(median(rows) / median(driver)).toFixed(2)}`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the milliseconds from `portico start` to the answer to a signed-in user's request. */
function waitForAnswer(cli: string, data: string, path: string, token: string): Promise<number> {
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
      if (!response.ok) throw new Error(`The first answer was ${response.status}.`);
      return performance.now() - startedAt;
    },
  );
}

/** Returns the milliseconds from the start of a program to PGlite's first answer. */
function untilOpen(data: string): Promise<number> {
  return timeProgram(
    [pathOf("open-pglite.ts"), data],
    /open/,
    async (begun) => performance.now() - begun,
  );
}

/** Starts a program, waits until its output matches and `then` has finished, and ends it. */
async function timeProgram(
  command: readonly string[],
  pattern: RegExp,
  untilDone: (begun: number, match: RegExpExecArray) => Promise<number>,
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
      const found = pattern.exec(output);
      if (found) resolve(found);
    });
  });
  const durationMs = await Promise.race([
    readyMatch.then((found) => untilDone(startedAt, found)),
    exited,
  ]);
  child.kill("SIGTERM");
  await exited.catch(() => {});
  return durationMs;
}
