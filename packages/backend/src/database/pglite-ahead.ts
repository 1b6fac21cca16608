import { hasDatabase, openPglite } from "./pglite.ts";
import { placeOfPostgis } from "./pglite-postgis.ts";
import type { Database } from "./port.ts";

/** An embedded database that is about to be open. */
export interface Opening {
  readonly database: Promise<Database>;
}

/**
 * Begins to open the embedded database of a directory, in its thread, before the rest of the program
 * is there to use it. Undefined where that has to wait: what is yet to be made is made only for a
 * project folder that is in order, and where PostGIS is installed that folder says which release of
 * PGlite to open.
 *
 * Comes back when the thread is up: that takes twice as long beside the loading of modules, and
 * opening the database takes longer than they do.
 */
export async function openAhead(directory: string): Promise<Opening | undefined> {
  if (!hasDatabase(directory) || placeOfPostgis()) return undefined;
  const up = Promise.withResolvers<void>();
  const database = openPglite({ directory, onThread: up.resolve });
  // Whoever awaits it is told why it failed; the program may end for another reason first.
  await Promise.race([up.promise, database.catch(() => {})]);
  return { database };
}
