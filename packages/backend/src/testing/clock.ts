/**
 * Each thread of a test backend loads this module first, including the thread of the database. The database reads the
 * time from JavaScript, so the test's clock applies to it as well.
 */
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { Clock, followClock } from "../clock.ts";

export { Clock, followClock };

const environmentKey = "portico test clock";

/** Passes the clock to all threads that this thread starts, and to their threads. */
export function shareClock(clock: Clock): void {
  setEnvironmentData(environmentKey, clock.shared);
}

const sharedMemory = getEnvironmentData(environmentKey);
if (sharedMemory instanceof SharedArrayBuffer) followClock(new Clock(sharedMemory));
