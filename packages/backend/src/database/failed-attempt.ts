import type { Log } from "../log/log.ts";
import { AcquisitionTimeout } from "./errors.ts";

/**
 * Logs a failed attempt at work that will be retried. A busy database is only a warning, because commands such as
 * `portico test db` hold the embedded database for longer than the work may wait for it.
 */
export function logFailedAttempt(log: Log, err: unknown, message: string): void {
  if (err instanceof AcquisitionTimeout) {
    log.warn({}, `${message}, because the database was busy`);
  } else {
    log.error({ err }, message);
  }
}
