import { spawn } from "node:child_process";
import { onParentGone } from "./parent.mjs";
import { root } from "./run.mjs";

/** The signals that ask a program to end: from Ctrl-C, from a service manager, from a closed terminal. */
const endSignals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Runs programs side by side on this terminal until the first one ends, forwards signals that ask this process to end
 * to all of them, and resolves when all have ended. On Ctrl-C the terminal signals them as well, so they may receive
 * the signal twice.
 *
 * @param {...Program} programs
 * @returns {Promise<number>} the exit code of the one that ended first; 0 when a signal that was
 *   handed on ended it
 *
 * @typedef {{ program: string, parameters: string[], cwd?: string, env?: NodeJS.ProcessEnv }} Program
 */
export async function follow(...programs) {
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
  const unwatch = onParentGone(() => forwardSignal("SIGTERM"));

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
