import { spawn } from "node:child_process";
import { print } from "../process/print.mjs";
import { root } from "../process/run.mjs";
import { TallyCollector } from "./tally.mjs";

/** How long a run may continue without finishing a test. */
const defaultIdleMs = 5 * 60_000;

/** How often a run prints its progress. */
const progressEveryMs = 20_000;

const hasGroups = process.platform !== "win32";

/** @type {Set<import("node:child_process").ChildProcess>} */
const runningChildren = new Set();
process.on("exit", () => {
  for (const child of runningChildren) kill(child, "SIGKILL");
});

/**
 * Runs a test runner whose reporter sends events, and returns their tally. When no test has finished for five minutes,
 * the runner is stopped with all the processes that it started; the tests that had finished by then still count.
 *
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {{ name: string, env: NodeJS.ProcessEnv, defaultSkipReason: string, idleMs?: number }} options `name` is
 *   printed before the progress, because two runners can print at the same time
 * @returns {Promise<import("./tally.mjs").Tally>}
 */
export function runWithWatchdog(
  program,
  parameters,
  { name, env, defaultSkipReason, idleMs = defaultIdleMs },
) {
  const collector = new TallyCollector(defaultSkipReason);
  // Use a separate process group, so that browsers and workers can be stopped with the runner.
  const child = spawn(program, parameters, {
    cwd: root,
    env,
    detached: hasGroups,
    windowsHide: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  runningChildren.add(child);

  /** @type {string | undefined} */
  let stoppedBecause;
  const stop = () => {
    stoppedBecause = `no test had finished for ${Math.round(idleMs / 1000)} s`;
    kill(child, "SIGTERM");
    setTimeout(() => kill(child, "SIGKILL"), 10_000).unref();
  };
  let idleTimer = setTimeout(stop, idleMs);
  const progressTimer = setInterval(() => {
    print(`  ${name}: ${collector.finishedCount} tests so far`);
  }, progressEveryMs);

  child.on("message", (message) => {
    const event = /** @type {import("./events.mjs").Event} */ (message);
    collector.add(event);
    if (event.kind !== "finished" && event.kind !== "file") return;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(stop, idleMs);
  });

  return new Promise((resolve) => {
    /** @param {number} code */
    const end = (code) => {
      clearTimeout(idleTimer);
      clearInterval(progressTimer);
      runningChildren.delete(child);
      resolve(collector.close({ code, stoppedBecause }));
    };
    child.on("error", (error) => {
      console.error(error.message);
      end(127);
    });
    child.on("close", (code) => end(code ?? 1));
  });
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function kill(child, signal) {
  try {
    if (hasGroups && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // The process has already ended.
  }
}
