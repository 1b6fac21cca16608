import { createHash } from "node:crypto";
import type { Database } from "../port.ts";
import { sql } from "../sql.ts";
import { onceAtATime, recordedIn } from "../system.ts";
import { applyFile } from "./file.ts";

/** A file of `supabase/migrations`. */
export interface ProjectMigration {
  readonly version: string;
  readonly name: string;
  /** The file's name, if it is not `<version>_<name>.sql`. */
  readonly file?: string;
  readonly sql: string;
}

/** A file of SQL that fills a new database. */
export interface ProjectSeed {
  readonly path: string;
  readonly sql: string;
}

/** In milliseconds: how long a start says nothing while it applies files. */
const timeToTell = 2_000;

/** What the person who starts the server is told meanwhile, in sentences. */
export interface Told {
  /** Called for each statement that is taken in another way than its file has it. */
  readonly note?: (sentence: string) => void;
  /** Called from time to time with how far it is. */
  readonly progress?: (sentence: string) => void;
}

/**
 * Applies the migrations and seeds of a project folder, each file once and in a transaction of its own. They
 * are recorded where the Supabase CLI records them, so that each tool finds the other's.
 *
 * @returns the names of the files applied now
 * @throws {MigrationError}
 */
export async function applyProject(
  database: Database,
  project: {
    readonly migrations: readonly ProjectMigration[];
    readonly seeds: readonly ProjectSeed[];
    readonly exposesNewTables?: boolean | undefined;
  },
  { note, progress = () => {} }: Told = {},
): Promise<string[]> {
  const recorded = await recordedIn(
    database,
    sql`
      select version as name from supabase_migrations.schema_migrations
      union all select path from supabase_migrations.seed_files`,
  );
  const names = [
    ...project.migrations.map(({ version }) => version),
    ...project.seeds.map(({ path }) => path),
  ];
  if (recorded && names.every((name) => recorded.has(name))) return [];
  await onceAtATime(database, (connection) =>
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
      isRecorded: sql`
        select from supabase_migrations.schema_migrations where version = ${version}`,
      record: (statements: readonly string[]) => sql`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${statements})`,
    })),
    ...project.seeds.map(({ path, sql: text }) => ({
      path,
      sql: text,
      isRecorded: sql`select from supabase_migrations.seed_files where path = ${path}`,
      record: () => sql`
        insert into supabase_migrations.seed_files (path, hash)
        values (${path}, ${createHash("sha256").update(text).digest("hex")})`,
    })),
  ];
  const applied: string[] = [];
  let toldAt = performance.now();
  for (const [index, file] of files.entries()) {
    const later = files.slice(index + 1);
    if (await applyFile(database, file, later, note))
      applied.push(file.path.replace("supabase/migrations/", ""));
    if (performance.now() - toldAt > timeToTell && later.length > 0) {
      toldAt = performance.now();
      progress(`Applied ${index + 1} of ${files.length} files, the last of them ${file.path}`);
    }
  }
  return applied;
}

/**
 * Sets who may use new tables, sequences and functions in `public` without a grant: the API's roles, or
 * nobody (the Supabase CLI, `ApplyApiPrivileges`).
 */
async function exposeNewTables(database: Database, exposed: boolean): Promise<void> {
  const [verb, preposition] = exposed ? ["grant", "to"] : ["revoke", "from"];
  await onceAtATime(database, (connection) =>
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

/** True when a project's files create PostGIS. */
export function createsPostgis(files: readonly { readonly sql: string }[]): boolean {
  const statement = /^[ \t]*create\s+extension\s+(if\s+not\s+exists\s+)?"?postgis/im;
  return files.some(({ sql: text }) => statement.test(text));
}
