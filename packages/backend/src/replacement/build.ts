import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { loadProject } from "../config/load-project.ts";
import {
  applyProject,
  createsPostgis,
  type ProjectFiles,
  type ProjectSeed,
  seedHash,
} from "../database/migrations/apply-project.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { prepareDatabase } from "../database/system.ts";

/** The options for building a new database from a project folder. */
export interface BuildOptions {
  /** The project folder. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The version of the last migration to apply. */
  readonly lastVersion?: string | undefined;
  /** Whether to apply the seeds. */
  readonly isSeeded: boolean;
  readonly progress?: (message: string) => void;
}

/** The secrets that a project's keys are derived from, and the keys that sign access tokens. */
export interface StoredKeys {
  readonly project: readonly Readonly<Record<string, unknown>>[];
  readonly signingKeys: readonly Readonly<Record<string, unknown>>[];
}

/** Reads the keys from a prepared database. */
export async function readStoredKeys(database: Database): Promise<StoredKeys> {
  const { rows: project } = await database.query(
    sql`select secret, created_at from portico.project`,
  );
  const { rows: signingKeys } = await database.query(
    sql`select kid, private_jwk, created_at from portico.signing_keys`,
  );
  return { project, signingKeys };
}

/** The files that are applied to a new database. */
export interface BuildFiles extends ProjectFiles {
  /** Seeds that are recorded as applied without being applied, so that the next start does not apply them. */
  readonly skippedSeeds: readonly ProjectSeed[];
}

/**
 * Reads the files in the project folder.
 *
 * @throws {ConfigError}
 */
export async function readBuildFiles(options: BuildOptions): Promise<BuildFiles> {
  const { lastVersion, isSeeded } = options;
  const { project } = await loadProject({ directory: options.project, env: options.env });
  return {
    ...project,
    migrations: project.migrations.filter(
      ({ version }) => lastVersion === undefined || version <= lastVersion,
    ),
    seeds: isSeeded ? project.seeds : [],
    skippedSeeds: isSeeded ? [] : project.seeds,
  };
}

/**
 * Builds a project folder's database in a new directory, with an empty folder for files.
 *
 * @param keys the keys of the old database, so that applications can keep using them
 * @returns the names of the applied files
 * @throws {ConfigError} {MigrationError}
 */
export async function buildDatabase(
  directory: string,
  options: BuildOptions,
  keys: StoredKeys | undefined,
): Promise<string[]> {
  const files = await readBuildFiles(options);
  const postgis = createsPostgis([...files.migrations, ...files.seeds]);
  const database = await openPrepared({ directory, postgis });
  try {
    const applied = await fillDatabase(database, files, keys, options.progress);
    await mkdir(join(directory, "files"), { recursive: true, mode: 0o700 });
    return applied;
  } finally {
    await database.close();
  }
}

/**
 * Applies the files to an empty database.
 *
 * @returns the names of the applied files
 * @throws {MigrationError}
 */
export async function fillDatabase(
  database: Database,
  files: BuildFiles,
  keys: StoredKeys | undefined,
  progress: BuildOptions["progress"],
): Promise<string[]> {
  await prepareDatabase(database);
  if (keys) await insertKeys(database, keys);
  const applied = await applyProject(database, files, progress ? { progress } : {});
  for (const { path, sql: text } of files.skippedSeeds) {
    await database.query(sql`
      insert into supabase_migrations.seed_files (path, hash) values (${path}, ${seedHash(text)})`);
  }
  return applied;
}

async function insertKeys(database: Database, { project, signingKeys }: StoredKeys): Promise<void> {
  for (const { secret, created_at } of project) {
    await database.query(sql`
      insert into portico.project (secret, created_at) values (${secret}, ${created_at})`);
  }
  for (const { kid, private_jwk, created_at } of signingKeys) {
    await database.query(sql`
      insert into portico.signing_keys (kid, private_jwk, created_at)
      values (${kid}, ${private_jwk}, ${created_at})`);
  }
}
