import type { Database } from "../database/port.ts";

/** How long to let requests that arrive right after startup go first. */
const delayMs = 500;

/**
 * Runs work that no request depends on, shortly after startup. On the embedded database, the work would block the only
 * session, so requests that arrive right after startup go first.
 *
 * @returns a function that cancels the work if it has not begun
 */
export function runAfterStartup(database: Pick<Database, "engine">, work: () => void): () => void {
  const timer = setTimeout(work, database.engine === "pglite" ? delayMs : 0);
  return () => clearTimeout(timer);
}
