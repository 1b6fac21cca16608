import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** @type {Set<import("node:child_process").ChildProcess>} */
const runningChildren = new Set();

// Stop the programs when this process exits.
process.on("exit", () => {
  for (const child of runningChildren) child.kill("SIGTERM");
});

/**
 * @typedef {object} Options
 * @property {string} [cwd] The working directory; the repository by default.
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {number} [timeoutMs] The time after which the program is stopped.
 * @property {boolean} [show] Whether its output goes to the terminal; otherwise it is collected.
 * @property {(text: string) => void} [onOutput] Called with each piece of collected output.
 */

/**
 * Runs a program until it exits. It never rejects: a program that could not be started, or was stopped by a signal or
 * the timeout, has a code other than 0.
 *
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {Options} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, parameters, options = {}) {
  const { cwd = root, env = process.env, timeoutMs, show = false, onOutput } = options;
  const owner = options.uid === undefined ? {} : { uid: options.uid, gid: options.gid };
  /** @type {import("node:child_process").StdioOptions} */
  const stdio = show ? "inherit" : "pipe";
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(program, parameters, { cwd, env, stdio, windowsHide: true, ...owner });
    runningChildren.add(child);
    const timers = timeoutMs === undefined ? [] : stopAfter(child, timeoutMs);
    /** @param {Buffer} chunk */
    const collect = (chunk) => {
      const text = chunk.toString();
      output += text;
      onOutput?.(text);
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.stdin?.end();
    /** @param {number} code */
    const end = (code) => {
      runningChildren.delete(child);
      for (const timer of timers) clearTimeout(timer);
      resolve({ code, output });
    };
    child.on("error", (error) => {
      output += `${error.message}\n`;
      end(127);
    });
    child.on("close", (code) => end(code ?? 1));
  });
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {number} timeoutMs
 */
function stopAfter(child, timeoutMs) {
  return [
    setTimeout(() => child.kill("SIGTERM"), timeoutMs),
    setTimeout(() => child.kill("SIGKILL"), timeoutMs + 10_000),
  ];
}
