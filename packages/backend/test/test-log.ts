import { createLog, type Log } from "../src/log/log.ts";

/** Creates a log of errors, which Vitest prints only if a test fails. */
export const testLog = (): Log =>
  createLog("error", { write: (line) => console.error(line.trimEnd()) });
