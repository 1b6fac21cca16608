import { createLog, type Log } from "../src/log/log.ts";

/** A log of errors that is printed only with a test that fails: Vitest keeps what goes through the console. */
export const testLog = (): Log =>
  createLog("error", { write: (line) => console.error(line.trimEnd()) });
