import { prepareDatabase } from "../system.ts";
import { hasDatabase, openPglite, type PgliteDatabase, type PgliteOptions } from "./pglite.ts";
import { keepSnapshot, placeOfSnapshot, readSnapshot } from "./snapshot.ts";

/**
 * Opens the embedded database; a new one is prepared. PostgreSQL takes two seconds to make a database, and
 * half a second to prepare it. So the first one that a release of PGlite makes is kept, and later ones begin
 * as its copy.
 *
 * @param kept the place of the snapshot, if not the default
 * @throws {DirectoryInUse} when another process has the directory
 */
export async function openPrepared(
  options: Pick<PgliteOptions, "directory" | "postgis"> = {},
  kept?: string,
): Promise<PgliteDatabase> {
  // The snapshot is of the release without PostGIS.
  if (options.postgis || (options.directory && hasDatabase(options.directory))) {
    return openPglite(options);
  }
  const place = kept ?? (await placeOfSnapshot());
  const snapshot = await readSnapshot(place);
  const copied = snapshot && (await openPglite({ ...options, snapshot }).catch(() => undefined));
  if (copied) return copied;
  const database = await openPglite(options);
  try {
    await prepareDatabase(database);
    await keepSnapshot(database, place);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
