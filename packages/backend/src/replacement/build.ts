import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { loadProject } from "../config/load-project.ts";
import {
  applyProject,
  createsPostgis,
  type ProjectSeed,
  seedHash,
} from "../database/migrations/project.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { prepareDatabase } from "../database/system.ts";

/** What a new database is built from. */
export interface BuildOptions {
  /** The project folder. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The keys of the database that it replaces, so that applications keep theirs. */
  readonly keys: StoredKeys | undefined;
  /** The last migration to apply. */
  readonly lastVersion?: string | undefined;
  /** Whether to apply the seeds. */
  readonly isSeeded: boolean;
  readonly progress?: (message: string) => void;
}

/** The secrets from which a project's keys are derived, and those that sign access tokens. */
export interface StoredKeys {
  readonly project: readonly Readonly<Record<string, unknown>>[];
  readonly signingKeys: readonly Readonly<Record<string, unknown>>[];
}

/** Reads the keys of a prepared database. */
export async function readStoredKeys(database: Database): Promise<StoredKeys> {
  const { rows: project } = await database.query(
    sql`select secret, created_at from portico.project`,
  );
  const { rows: signingKeys } = await database.query(
    sql`select kid, private_jwk, created_at from portico.signing_keys`,
  );
  return { project, signingKeys };
}

/**
 * Builds the database of a project folder in a new directory, with an empty folder for files.
 *
 * @returns the names of the applied files
 * @throws {ConfigError} {MigrationError}
 */
export async function buildDatabase(directory: string, options: BuildOptions): Promise<string[]> {
  const { keys, lastVersion, isSeeded, progress } = options;
  const { project } = await loadProject({ directory: options.project, env: options.env });
  const migrations = project.migrations.filter(
    ({ version }) => lastVersion === undefined || version <= lastVersion,
  );
  const seeds = isSeeded ? project.seeds : [];
  const postgis = createsPostgis([...migrations, ...seeds]);
  const database = await openPrepared({ directory, postgis });
  try {
    await prepareDatabase(database);
    if (keys) await insertKeys(database, keys);
    const applied = await applyProject(
      database,
      { ...project, migrations, seeds },
      progress ? { progress } : {},
    );
    if (!isSeeded) await recordSeeds(database, project.seeds);
    await mkdir(join(directory, "files"), { recursive: true, mode: 0o700 });
    return applied;
  } finally {
    await database.close();
  }
}

/** Records seeds as applied, so that the next start does not apply them. */
async function recordSeeds(database: Database, seeds: readonly ProjectSeed[]): Promise<void> {
  for (const { path, sql: text } of seeds) {
    await database.query(sql`
      insert into supabase_migrations.seed_files (path, hash) values (${path}, ${seedHash(text)})`);
  }
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
