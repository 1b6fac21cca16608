import { hasDatabase, openPglite } from "./pglite.ts";
import { placeOfPostgis } from "./pglite-postgis.ts";
import type { Database } from "./port.ts";

/**
 * Begins to open the embedded database of a directory, in its thread, before the rest of the program
 * is there to use it. Undefined where that has to wait: what is yet to be made is made only for a
 * project folder that is in order, and where PostGIS is installed that folder says which release of
 * PGlite to open.
 */
export function openAhead(directory: string): Promise<Database> | undefined {
  if (!hasDatabase(directory) || placeOfPostgis()) return undefined;
  const opening = openPglite({ directory });
  // Whoever awaits it is told why it failed; the program may end for another reason first.
  opening.catch(() => {});
  return opening;
}
