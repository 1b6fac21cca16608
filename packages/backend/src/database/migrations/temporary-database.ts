import { openPrepared } from "../pglite/new-database.ts";
import type { Database } from "../port.ts";
import { prepareDatabase } from "../system.ts";
import { applyProject, createsPostgis, type ProjectFiles } from "./apply-project.ts";

/**
 * Calls `use` with an embedded database in memory that has the migrations and seeds of a project.
 *
 * @throws {MigrationError}
 */
export async function withTemporaryDatabase<T>(
  files: ProjectFiles,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const postgis = createsPostgis([...files.migrations, ...files.seeds]);
  const database = await openPrepared({ postgis });
  try {
    await prepareDatabase(database);
    await applyProject(database, files);
    return await use(database);
  } finally {
    await database.close();
  }
}
