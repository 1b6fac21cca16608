import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { recordOutput } from "./process-output.ts";

/** `portico start` as a child process. */
export interface Command {
  readonly process: ChildProcess;
  /** Resolves with the server's URL when the command has printed it. */
  readonly origin: Promise<string>;
  /** Returns the output so far. */
  output(): string;
  /** Resolves with the exit code and the output. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

/**
 * Starts the command `portico` as a child process.
 *
 * @param program another build of the command, instead of these sources
 * @param wrapper a command that runs the command that follows it
 * @param opensDatabasePort whether `portico start` opens the port of `[db]`
 */
export function portico(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program = cli,
  wrapper: readonly string[] = [],
  opensDatabasePort = args.includes("--db-port"),
): Command {
  const inheritedEnv = { ...process.env };
  delete inheritedEnv["DATABASE_URL"];
  // The package manager that runs the tests would change the commands in messages.
  delete inheritedEnv["npm_config_user_agent"];
  // The servers of tests must not appear in the list of the user who runs them.
  inheritedEnv["XDG_STATE_HOME"] = join(tmpdir(), "portico-test-state");
  // Disable the database port, because only one of several concurrent tests can use it.
  const commandArgs = args[0] === "start" && !opensDatabasePort ? [...args, "--no-db-port"] : args;
  const [first = "", ...rest] = [...wrapper, process.execPath, program, ...commandArgs];
  const child = spawn(first, rest, {
    env: { ...inheritedEnv, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = recordOutput(`portico ${commandArgs.join(" ")}`, child);
  const origin = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      const [, url] = line.match(/^ {2}API +(\S+)$/) ?? [];
      if (url) origin.resolve(url);
    });
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once("close", (code) => {
      origin.reject(new Error(`portico ended before it printed its URL:\n${output()}`));
      resolve({ code, output: output() });
    });
  });
  // A test may wait only for the end, so a rejected `origin` must not count as unhandled.
  origin.promise.catch(() => {});
  return { process: child, origin: origin.promise, output, ended };
}
