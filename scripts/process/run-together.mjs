import { spawn } from "node:child_process";
import { onParentExit } from "./parent-exit.mjs";
import { root } from "./run.mjs";

/** The signals of Ctrl-C, of a service manager, and of a closed terminal. */
const endSignals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Runs programs side by side in this terminal until the first one ends, then stops the others, and resolves when all
 * have ended. Forwards signals that ask this process to end. On Ctrl-C the terminal also signals the programs, so they
 * can receive SIGINT twice.
 *
 * @param {...Program} programs
 * @returns {Promise<number>} the exit code of the one that ended first, or 0 if a forwarded signal ended it
 *
 * @typedef {{ program: string, parameters: string[], cwd?: string, env?: NodeJS.ProcessEnv }} Program
 */
export async function runTogether(...programs) {
  let isEnding = false;
  const children = programs.map(({ program, parameters, cwd = root, env = process.env }) =>
    spawn(program, parameters, { cwd, env, stdio: "inherit" }),
  );
  /** @param {NodeJS.Signals} signal */
  const forwardSignal = (signal) => {
    isEnding = true;
    for (const child of children) child.kill(signal);
  };
  for (const signal of endSignals) process.on(signal, forwardSignal);
  const unwatch = onParentExit(() => forwardSignal("SIGTERM"));

  const exits = children.map(
    (child) =>
      new Promise((/** @type {(code: number) => void} */ resolve) => {
        child.on("error", (error) => {
          console.error(error.message);
          resolve(1);
        });
        child.on("exit", (code) => resolve(code ?? (isEnding ? 0 : 1)));
      }),
  );
  const code = await Promise.race(exits);
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(exits);
  unwatch();
  return code;
}
