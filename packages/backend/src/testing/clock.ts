/**
 * Loaded first in each thread of a test backend, including the database's. The database reads the time from JavaScript,
 * so the test's clock applies to it as well.
 */
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { Clock, follow } from "../clock.ts";

export { Clock, follow };

const name = "portico test clock";

/** Passes the clock to all threads that this thread starts, and to their threads. */
export function shareClock(clock: Clock): void {
  setEnvironmentData(name, clock.shared);
}

const shared = getEnvironmentData(name);
if (shared instanceof SharedArrayBuffer) follow(new Clock(shared));
