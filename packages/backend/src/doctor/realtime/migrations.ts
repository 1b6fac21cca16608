import { ConfigError } from "../../config/config-error.ts";
import { onDisk } from "../../config/disk.ts";
import { loadConfig } from "../../config/load.ts";
import { readProject } from "../../config/project.ts";
import { MigrationError } from "../../database/migrations/file.ts";
import { applyProject, createsPostgis } from "../../database/migrations/project.ts";
import { openPrepared } from "../../database/pglite/new-database.ts";
import { doubtful, type Finding } from "../finding.ts";
import type { Calls } from "./calls.ts";
import { examineTables } from "./unpublished.ts";

/**
 * Examines the tables that a project's migrations and seeds create, by applying them to a database in memory. That
 * resolves `for all tables`, tables that a later migration drops, and dynamic SQL.
 */
export async function examineMigrations(
  directory: string,
  env: Readonly<Record<string, string | undefined>>,
  calls: Calls,
): Promise<Finding[]> {
  if (calls.changes.length === 0 && calls.isPrivate.length === 0) return [];
  try {
    const folder = onDisk(directory);
    const { config } = await loadConfig({ folder, env });
    const project = await readProject(folder, config, { isLenient: true });
    // Without migrations, the tables are created elsewhere.
    if (project.migrations.length === 0) return [];
    const files = [...project.migrations, ...project.seeds];
    const database = await openPrepared({ postgis: createsPostgis(files) });
    try {
      await applyProject(database, project);
      return await examineTables({ database, isScratch: true }, calls);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof MigrationError) {
      return [
        doubtful(
          `The subscriptions to changes could not be checked, because the embedded database refuses a file. ${error.message}`,
          "Correct that file, or name a database that has the tables (DATABASE_URL).",
        ),
      ];
    }
    // `examineProject` reports this error.
    if (error instanceof ConfigError) return [];
    throw error;
  }
}
