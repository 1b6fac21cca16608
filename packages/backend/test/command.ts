import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { keepOutput } from "./kept-output.ts";

/** `portico start` as a child process. */
export interface Command {
  readonly process: ChildProcess;
  /** Resolves with its URL once it has printed it. */
  readonly origin: Promise<string>;
  /** Returns everything it has printed so far. */
  output(): string;
  /** Resolves with its exit code and its output. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));

/**
 * @param program another build of the command than these sources
 * @param around a command that runs the one that follows it
 */
export function portico(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program = cli,
  around: readonly string[] = [],
): Command {
  const inherited = { ...process.env };
  delete inherited["DATABASE_URL"];
  // Servers of tests must not appear in the registry of the user who runs them.
  inherited["XDG_STATE_HOME"] = join(tmpdir(), "portico-test-state");
  // Disable the database port: only one of several concurrent tests could have it.
  const isStart = args[0] === "start" && !args.includes("--db-port");
  const all = isStart ? [...args, "--no-db-port"] : args;
  const [first = "", ...rest] = [...around, process.execPath, program, ...all];
  const child = spawn(first, rest, {
    env: { ...inherited, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = keepOutput(`portico ${all.join(" ")}`, child);
  const origin = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      const [, url] = line.match(/^ {2}API +(\S+)$/) ?? [];
      if (url) origin.resolve(url);
    });
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once("close", (code) => {
      origin.reject(new Error(`portico ended before it answered:\n${output()}`));
      resolve({ code, output: output() });
    });
  });
  // A test may only await the end, so the rejected URL must not count as unhandled.
  origin.promise.catch(() => {});
  return { process: child, origin: origin.promise, output: output, ended };
}
