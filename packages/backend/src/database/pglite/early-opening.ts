import type { Database } from "../port.ts";
import { hasDatabase, openPglite } from "./pglite.ts";
import { placeOfPostgis } from "./postgis.ts";

/** An embedded database that is being opened. */
export interface Opening {
  readonly database: Promise<Database>;
}

/**
 * Begins to open the embedded database of a directory, in its thread, before the rest of the program has
 * loaded. Undefined where that has to wait: a new database is made only for a valid project folder, and where
 * PostGIS is installed that folder decides which release of PGlite to open.
 *
 * Returns when the thread is up. Starting it beside the loading of modules takes twice as long, and opening
 * the database takes longer than loading them.
 */
export async function openAhead(directory: string): Promise<Opening | undefined> {
  if (!hasDatabase(directory) || placeOfPostgis()) return undefined;
  const up = Promise.withResolvers<void>();
  const database = openPglite({ directory, onThread: up.resolve });
  // The failure reaches whoever awaits the promise; the program may end for another reason first.
  await Promise.race([up.promise, database.catch(() => {})]);
  return { database };
}
