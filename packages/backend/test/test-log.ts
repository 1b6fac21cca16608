import { createLog, type Log } from "../src/log/log.ts";

/** A log of errors. Vitest holds it back, and prints it only if a test fails. */
export const testLog = (): Log =>
  createLog("error", { write: (line) => console.error(line.trimEnd()) });
