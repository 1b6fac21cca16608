import { spawn } from "node:child_process";
import { print } from "../print.mjs";
import { root } from "../run.mjs";
import { TallyCollector } from "./tally.mjs";

/** How long a run may continue without finishing a test. */
const idleLimitMs = 5 * 60_000;

/** How often a run prints its progress. */
const progressEveryMs = 20_000;

const hasGroups = process.platform !== "win32";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.on("exit", () => {
  for (const child of running) kill(child, "SIGKILL");
});

/**
 * Runs a test runner whose reporter sends events, and counts them. It is stopped, with all the processes that it
 * started, when no test has finished for five minutes; what had finished by then counts.
 *
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {{ env: NodeJS.ProcessEnv, otherwiseSkipped: string, idleMs?: number }} options
 * @returns {Promise<import("./tally.mjs").Tally>}
 */
export function runWatched(program, parameters, { env, otherwiseSkipped, idleMs = idleLimitMs }) {
  const collector = new TallyCollector(otherwiseSkipped);
  // A separate process group, so that browsers and workers can be stopped with it.
  const child = spawn(program, parameters, {
    cwd: root,
    env,
    detached: hasGroups,
    windowsHide: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  running.add(child);

  /** @type {string | undefined} */
  let stoppedBecause;
  const stop = () => {
    stoppedBecause = `no test had finished for ${Math.round(idleMs / 1000)} s`;
    kill(child, "SIGTERM");
    setTimeout(() => kill(child, "SIGKILL"), 10_000).unref();
  };
  let idle = setTimeout(stop, idleMs);
  const progress = setInterval(() => {
    print(`  ${collector.finished} tests so far`);
  }, progressEveryMs);

  child.on("message", (message) => {
    const event = /** @type {import("./events.mjs").Event} */ (message);
    collector.add(event);
    if (event.kind !== "finished" && event.kind !== "file") return;
    clearTimeout(idle);
    idle = setTimeout(stop, idleMs);
  });

  return new Promise((resolve) => {
    /** @param {number} code */
    const end = (code) => {
      clearTimeout(idle);
      clearInterval(progress);
      running.delete(child);
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
    // It has ended already.
  }
}
