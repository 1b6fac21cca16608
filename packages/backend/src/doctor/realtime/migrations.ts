import { ConfigError } from "../../config/config-error.ts";
import { loadProject } from "../../config/load-project.ts";
import { MigrationError } from "../../database/migrations/migration-error.ts";
import { withTemporaryDatabase } from "../../database/migrations/temporary-database.ts";
import { doubtful, type Finding } from "../finding.ts";
import type { ChannelCalls } from "./calls.ts";
import { examineTables } from "./examine-tables.ts";

/**
 * Examines the tables that a project's migrations and seeds create, by applying them to a database in memory. That
 * resolves `for all tables`, tables that a later migration drops, and dynamic SQL.
 */
export async function examineMigrations(
  directory: string,
  env: Readonly<Record<string, string | undefined>>,
  calls: ChannelCalls,
): Promise<Finding[]> {
  if (calls.changes.length === 0 && calls.privateChannels.length === 0) return [];
  try {
    const { project } = await loadProject({ directory, env, isLenient: true });
    // Without migrations, the project creates its tables elsewhere, so there is nothing to examine.
    if (project.migrations.length === 0) return [];
    return await withTemporaryDatabase(project, (database) =>
      examineTables({ database, isTemporary: true }, calls),
    );
  } catch (error) {
    if (error instanceof MigrationError) {
      return [
        doubtful(
          `The subscriptions to changes could not be checked, because the embedded database refuses a file. ${error.message}`,
          "Correct that file, or name a database that has the tables (DATABASE_URL).",
        ),
      ];
    }
    // Ignore the error here, because `examineProject` reports it.
    if (error instanceof ConfigError) return [];
    throw error;
  }
}
