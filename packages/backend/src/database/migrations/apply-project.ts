import { createHash } from "node:crypto";
import type { Database } from "../port.ts";
import { sql } from "../sql.ts";
import { readRecordedNames, withMigrationLock } from "../system.ts";
import { applyFile } from "./apply-file.ts";
import { type VaultSecrets, writeVaultSecrets } from "./vault.ts";

/** A file of `supabase/migrations`. */
export interface ProjectMigration {
  readonly version: string;
  readonly name: string;
  /** The file's name, if it differs from `<version>_<name>.sql`. */
  readonly file?: string;
  readonly sql: string;
}

/** An SQL file that fills a new database. */
export interface ProjectSeed {
  readonly path: string;
  readonly sql: string;
}

/** The part of a project folder that describes its database. */
export interface ProjectFiles {
  readonly migrations: readonly ProjectMigration[];
  readonly seeds: readonly ProjectSeed[];
  readonly exposesNewTables?: boolean | undefined;
  /** The secrets are stored before the first migration runs, because migrations may read them. */
  readonly vault?: VaultSecrets | undefined;
}

/** Returns the hash with which the Supabase CLI records a seed. */
export const seedHash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The minimum time between two progress messages. */
const progressIntervalMs = 2_000;

/** Receives messages for the person who starts the server. */
export interface ProjectReporter {
  /** Called for each statement that is executed differently from its file. */
  readonly note?: (message: string) => void;
  /** Called periodically with a progress message. */
  readonly progress?: (message: string) => void;
}

/**
 * Applies the migrations and seeds of a project folder, each file once and in its own transaction. Records them in the
 * tables of the Supabase CLI, so that both tools can be used.
 *
 * @returns the names of the files applied now
 * @throws {MigrationError}
 */
export async function applyProject(
  database: Database,
  project: ProjectFiles,
  { note, progress = () => {} }: ProjectReporter = {},
): Promise<string[]> {
  await writeVaultSecrets(database, project.vault ?? {});
  const recordedNames = await readRecordedNames(
    database,
    sql`
      select version as name from supabase_migrations.schema_migrations
      union all select path from supabase_migrations.seed_files`,
  );
  const names = [
    ...project.migrations.map(({ version }) => version),
    ...project.seeds.map(({ path }) => path),
  ];
  if (recordedNames && names.every((name) => recordedNames.has(name))) return [];
  await withMigrationLock(database, (connection) =>
    connection.script(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key, statements text[], name text);
      create table if not exists supabase_migrations.seed_files (
        path text primary key, hash text not null)`),
  );
  if (project.exposesNewTables !== undefined)
    await exposeNewTables(database, project.exposesNewTables);
  const files = [
    ...project.migrations.map(({ version, name, file, sql: text }) => ({
      path: `supabase/migrations/${file ?? `${version}_${name}.sql`}`,
      sql: text,
      findRecord: sql`
        select from supabase_migrations.schema_migrations where version = ${version}`,
      insertRecord: (statements: readonly string[]) => sql`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${statements})`,
    })),
    ...project.seeds.map(({ path, sql: text }) => ({
      path,
      sql: text,
      findRecord: sql`select from supabase_migrations.seed_files where path = ${path}`,
      insertRecord: () => sql`
        insert into supabase_migrations.seed_files (path, hash)
        values (${path}, ${seedHash(text)})`,
    })),
  ];
  const applied: string[] = [];
  let reportedAt = performance.now();
  for (const [index, file] of files.entries()) {
    const laterFiles = files.slice(index + 1);
    if (await applyFile(database, file, laterFiles, note))
      applied.push(file.path.replace("supabase/migrations/", ""));
    if (performance.now() - reportedAt > progressIntervalMs && laterFiles.length > 0) {
      reportedAt = performance.now();
      progress(`Applied ${index + 1} of ${files.length} files, the last of them ${file.path}`);
    }
  }
  return applied;
}

/**
 * Sets whether the API's roles may use new tables, sequences and functions in `public` without a grant (the Supabase
 * CLI, `ApplyApiPrivileges`).
 */
async function exposeNewTables(database: Database, isExposed: boolean): Promise<void> {
  const [verb, preposition] = isExposed ? ["grant", "to"] : ["revoke", "from"];
  await withMigrationLock(database, (connection) =>
    connection.script(
      ["tables", "sequences", "functions"]
        .map(
          (kind) => `alter default privileges in schema public
            ${verb} all on ${kind} ${preposition} anon, authenticated, service_role;`,
        )
        .join("\n"),
    ),
  );
}

/** Returns whether a project's files create PostGIS. */
export function createsPostgis(files: readonly { readonly sql: string }[]): boolean {
  const statement = /^[ \t]*create\s+extension\s+(if\s+not\s+exists\s+)?"?postgis/im;
  return files.some(({ sql: text }) => statement.test(text));
}
