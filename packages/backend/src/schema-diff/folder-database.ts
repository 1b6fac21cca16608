import { randomBytes } from "node:crypto";
import { onDisk } from "../config/disk.ts";
import { loadConfig } from "../config/load.ts";
import { readProject } from "../config/project.ts";
import {
  applyProject,
  createsPostgis,
  type ProjectMigration,
} from "../database/migrations/project.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import type { Database } from "../database/port.ts";
import { prepareDatabase } from "../database/system.ts";
import { createLog } from "../log/log.ts";
import { openPostgresPort } from "../postgres-port/port.ts";

/** Calls `use` with a URL of an open database, at a port of this process that is open during the call. */
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
 * Calls `use` with the URL of a temporary database that has the schema of a project folder's migrations, without seeds.
 *
 * @param choose returns the migrations to apply instead of all
 * @throws {ConfigError} {MigrationError}
 */
export async function withFolderDatabase<T>(
  project: string,
  use: (url: string) => Promise<T>,
  choose: (migrations: readonly ProjectMigration[]) => readonly ProjectMigration[] = (all) => all,
): Promise<T> {
  const folder = onDisk(project);
  const { config } = await loadConfig({ folder, env: process.env });
  const read = await readProject(folder, config, { isLenient: true });
  const { exposesNewTables, vault } = read;
  const migrations = choose(read.migrations);
  const database = await openPrepared({ postgis: createsPostgis(migrations) });
  try {
    await prepareDatabase(database);
    await applyProject(database, { migrations, seeds: [], exposesNewTables, vault });
    return await withUrl(database, use);
  } finally {
    await database.close();
  }
}
