/**
 * Runs first in each thread of the command (`--import`), and moves its clock: a signal has it read from a file by
 * how many milliseconds. The embedded database reads its time from JavaScript, and so jumps with it; a server
 * of PostgreSQL does not, as where two machines disagree. Another signal has it collect its garbage, so that the
 * memory that is left is held.
 */
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";
import { Clock, follow, shareClock } from "../../src/testing/clock.ts";

export const clockSignal = "SIGUSR2";
export const collectSignal = "SIGURG";

/** The environment variable with the path of the file. */
export const clockFile = "SOAK_CLOCK";

const path = process.env[clockFile];
if (isMainThread && path) {
  const clock = new Clock();
  const read = () => {
    clock.offset = Number(readFileSync(path, "utf8"));
  };
  read();
  shareClock(clock);
  follow(clock);
  process.on(clockSignal, read);
  setFlagsFromString("--expose-gc");
  const collect: NodeJS.GCFunction = runInNewContext("gc");
  process.on(collectSignal, () => {
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
  });
}
