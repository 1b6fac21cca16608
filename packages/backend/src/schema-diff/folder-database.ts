import { randomBytes } from "node:crypto";
import { loadProject } from "../config/load-project.ts";
import type { ProjectMigration } from "../database/migrations/apply-project.ts";
import { withTemporaryDatabase } from "../database/migrations/temporary-database.ts";
import type { Database } from "../database/port.ts";
import { createLog } from "../log/log.ts";
import { openPostgresPort } from "../postgres-port/port.ts";

/** Calls `use` with a URL for an open database. During the call, this process listens on a port. */
export async function withUrl<T>(database: Database, use: (url: string) => Promise<T>): Promise<T> {
  const password = randomBytes(16).toString("hex");
  const port = await openPostgresPort({ database, port: 0, password, log: createLog("error") });
  try {
    return await use(`postgresql://postgres:${password}@127.0.0.1:${port.port}/postgres`);
  } finally {
    await port.close();
  }
}

/**
 * Calls `use` with the URL of a temporary database that has the schema of a project folder's migrations, but not its
 * seeds.
 *
 * @param choose selects the migrations to apply
 * @throws {ConfigError} {MigrationError}
 */
export async function withFolderDatabase<T>(
  project: string,
  use: (url: string) => Promise<T>,
  choose: (migrations: readonly ProjectMigration[]) => readonly ProjectMigration[] = (all) => all,
): Promise<T> {
  const loaded = await loadProject({ directory: project, env: process.env, isLenient: true });
  const { migrations, exposesNewTables, vault } = loaded.project;
  return withTemporaryDatabase(
    { migrations: choose(migrations), seeds: [], exposesNewTables, vault },
    (database) => withUrl(database, use),
  );
}
