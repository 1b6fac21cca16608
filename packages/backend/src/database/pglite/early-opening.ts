import type { Database } from "../port.ts";
import { hasDatabase, openPglite } from "./pglite.ts";
import { postgisModule } from "./postgis.ts";

/** An embedded database that is being opened. */
export interface Opening {
  readonly database: Promise<Database>;
}

/**
 * Starts opening the embedded database of a directory in its thread, before the rest of the program has loaded. Returns
 * undefined if it is too early: without a database, because the project folder has to be validated first, and with
 * PostGIS, because the folder then decides which release of PGlite to open. Resolves when the thread is running, because
 * starting the thread while modules load would take twice as long.
 */
export async function openEarly(directory: string): Promise<Opening | undefined> {
  if (!hasDatabase(directory) || postgisModule()) return undefined;
  const threadStarted = Promise.withResolvers<void>();
  const database = openPglite({ directory, onThread: threadStarted.resolve });
  // Handle the rejection here too, so that Node does not report it as unhandled before the caller awaits the database.
  await Promise.race([threadStarted.promise, database.catch(() => {})]);
  return { database };
}
