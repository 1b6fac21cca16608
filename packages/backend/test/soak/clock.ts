/**
 * Runs first in each thread of the command (`--import`), and shifts its clock: on a signal, it reads the offset in
 * milliseconds from a file. The embedded database takes its time from JavaScript, so its clock jumps as well. A
 * PostgreSQL server's clock does not, as if it ran on a second machine. Another signal triggers garbage collection, so
 * that only retained memory is measured.
 */
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";
import { Clock, followClock, shareClock } from "../../src/testing/clock.ts";

export const clockSignal = "SIGUSR2";
export const collectGarbageSignal = "SIGURG";

/** The environment variable with the path of the file. */
export const clockFileVariable = "SOAK_CLOCK";

const path = process.env[clockFileVariable];
if (isMainThread && path) {
  const clock = new Clock();
  const read = () => {
    clock.offsetMs = Number(readFileSync(path, "utf8"));
  };
  read();
  shareClock(clock);
  followClock(clock);
  process.on(clockSignal, read);
  setFlagsFromString("--expose-gc");
  const collect: NodeJS.GCFunction = runInNewContext("gc");
  process.on(collectGarbageSignal, () => {
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
  });
}
