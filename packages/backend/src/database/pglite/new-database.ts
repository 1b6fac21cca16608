import { prepareDatabase } from "../system.ts";
import { hasDatabase, openPglite, type PgliteDatabase, type PgliteOptions } from "./pglite.ts";
import { readSnapshot, saveSnapshot, snapshotPath } from "./snapshot.ts";

/** Opens an in-memory database. Tests replace `open` to reuse a database (`test/databases/reused-database.ts`). */
export const inMemory = { open: () => openNew() };

type PreparedOptions = Pick<PgliteOptions, "directory" | "postgis" | "settings">;

/**
 * Opens the embedded database, and prepares it if it is new. PostgreSQL takes two seconds to create a database, and
 * half a second to prepare it. The first database that a release of PGlite creates is therefore saved as a snapshot,
 * and later databases are copies of the snapshot.
 *
 * @param customSnapshotFile the path of the snapshot, if not the default
 * @throws {DirectoryInUse} if another process uses the directory
 */
export async function openPrepared(
  options: PreparedOptions = {},
  customSnapshotFile?: string,
): Promise<PgliteDatabase> {
  const { directory, postgis, settings = {} } = options;
  const hasDefaultOptions = !directory && !postgis && Object.keys(settings).length === 0;
  return hasDefaultOptions && !customSnapshotFile
    ? inMemory.open()
    : openNew(options, customSnapshotFile);
}

/** Opens and prepares a database without {@link inMemory}. */
export async function openNew(
  options: PreparedOptions = {},
  customSnapshotFile?: string,
): Promise<PgliteDatabase> {
  // The snapshot only fits the PGlite release without PostGIS.
  if (options.postgis || (options.directory && hasDatabase(options.directory))) {
    return openPglite(options);
  }
  const snapshotFile = customSnapshotFile ?? (await snapshotPath());
  const snapshot = await readSnapshot(snapshotFile);
  const copiedDatabase =
    snapshot && (await openPglite({ ...options, snapshot }).catch(() => undefined));
  if (copiedDatabase) return copiedDatabase;
  const database = await openPglite(options);
  try {
    await prepareDatabase(database);
    await saveSnapshot(database, snapshotFile);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
