import { createLog, type Log } from "../src/log/log.ts";

/**
 * A log of errors that is printed only if a test fails, because Vitest holds console output back.
 */
export const testLog = (): Log =>
  createLog("error", { write: (line) => console.error(line.trimEnd()) });
