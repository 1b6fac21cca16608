import { prepareDatabase } from "../system.ts";
import { hasDatabase, openPglite, type PgliteDatabase, type PgliteOptions } from "./pglite.ts";
import { keepSnapshot, readSnapshot, snapshotPath } from "./snapshot.ts";

/**
 * Opens the embedded database, and prepares a new one. PostgreSQL takes two seconds to create a database, and
 * half a second to prepare it. So the first database that a release of PGlite creates is saved as a snapshot,
 * and later ones are copies of it.
 *
 * @param customSnapshotFile the path of the snapshot, if not the default
 * @throws {DirectoryInUse} when another process has the directory
 */
export async function openPrepared(
  options: Pick<PgliteOptions, "directory" | "postgis" | "settings"> = {},
  customSnapshotFile?: string,
): Promise<PgliteDatabase> {
  // The snapshot is of the release without PostGIS.
  if (options.postgis || (options.directory && hasDatabase(options.directory))) {
    return openPglite(options);
  }
  const snapshotFile = customSnapshotFile ?? (await snapshotPath());
  const snapshot = await readSnapshot(snapshotFile);
  const copy = snapshot && (await openPglite({ ...options, snapshot }).catch(() => undefined));
  if (copy) return copy;
  const database = await openPglite(options);
  try {
    await prepareDatabase(database);
    await keepSnapshot(database, snapshotFile);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
