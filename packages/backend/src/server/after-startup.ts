import type { Database } from "../database/port.ts";

/** Long enough for the requests that clients send right after startup. */
const delayMs = 500;

/**
 * Runs work that no request waits for shortly after startup. On the embedded database, whose only session it would
 * block, requests that arrive right after startup go first.
 *
 * @returns a function that cancels the work if it has not begun
 */
export function runAfterStartup(database: Pick<Database, "engine">, work: () => void): () => void {
  const timer = setTimeout(work, database.engine === "pglite" ? delayMs : 0);
  return () => clearTimeout(timer);
}
