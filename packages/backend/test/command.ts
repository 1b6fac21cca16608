import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { keepOutput } from "./kept-output.ts";

/** `portico start`, as a process of its own. */
export interface Command {
  readonly process: ChildProcess;
  /** Where it answers, once it says so. */
  readonly origin: Promise<string>;
  /** All that it has said until now. */
  told(): string;
  /** How it ended, and all that it said. */
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
  // Of tests that run at once, one would have the port of [db], and the others a warning.
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
  // Whoever waits for the end alone does not ask where it would have answered.
  origin.promise.catch(() => {});
  return { process: child, origin: origin.promise, told: output, ended };
}
