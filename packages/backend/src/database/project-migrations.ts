import { createHash } from "node:crypto";
import type { Connection, Database } from "./port.ts";
import { DatabaseError } from "./port.ts";
import { sql } from "./sql.ts";
import { onceAtATime, recordedIn } from "./system.ts";

/** A file of `supabase/migrations`, named `<version>_<name>.sql`. */
export interface ProjectMigration {
  readonly version: string;
  readonly name: string;
  readonly sql: string;
}

/** A file of SQL that fills a new database. */
export interface ProjectSeed {
  readonly path: string;
  readonly sql: string;
}

/**
 * A migration or seed that PostgreSQL refuses.
 *
 * @example
 * ```ts
 * import { MigrationError } from "@portico/backend";
 *
 * export function report(error: unknown): void {
 *   if (error instanceof MigrationError) console.error(`The migration was undone. ${error.message}`);
 * }
 * ```
 */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
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
  const applied: string[] = [];
  for (const { version, name, sql: text } of project.migrations) {
    const record = sql`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${version}, ${name}, ${[text]}) on conflict do nothing`;
    const file = `${version}_${name}.sql`;
    if (await once(database, record, text, `supabase/migrations/${file}`)) applied.push(file);
  }
  for (const { path, sql: text } of project.seeds) {
    const hash = createHash("sha256").update(text).digest("hex");
    const record = sql`
      insert into supabase_migrations.seed_files (path, hash)
      values (${path}, ${hash}) on conflict do nothing`;
    if (await once(database, record, text, path)) applied.push(path);
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

async function once(
  database: Database,
  record: ReturnType<typeof sql>,
  text: string,
  path: string,
): Promise<boolean> {
  let applied = false;
  await onceAtATime(database, async (connection: Connection) => {
    if ((await connection.query(record)).affected === 0) return;
    try {
      // The database has this setting, but a session that began before it was prepared does not.
      await connection.script(`set local search_path to "$user", public, extensions`);
      await connection.script(text);
      // A file may change the session (`set search_path = ''`, as dumps do).
      await connection.script("reset all");
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      const where = error.position === undefined ? "" : `:${lineAt(text, error.position)}`;
      const more = [error.detail, hintFor(error, database)].filter(Boolean).join(" ");
      throw new MigrationError(
        `${path}${where}: ${error.message} (${error.code}).${more ? ` ${more}` : ""}`,
        { cause: error },
      );
    }
    applied = true;
  });
  return applied;
}

/** True when a project's files create PostGIS. */
export function createsPostgis(files: readonly { readonly sql: string }[]): boolean {
  const statement = /^\s*create\s+extension\s+(if\s+not\s+exists\s+)?"?postgis/im;
  return files.some(({ sql: text }) => statement.test(text));
}

function hintFor(error: DatabaseError, { engine }: Database): string | undefined {
  const lacksPostgis = /^extension "postgis\w*" is not available/.test(error.message);
  return lacksPostgis && engine === "pglite"
    ? "The embedded database has PostGIS where its package is installed: npm install @electric-sql/pglite-postgis"
    : error.hint;
}

/** @param position of a character, counted from 1 */
function lineAt(text: string, position: number): number {
  return [...text].slice(0, position - 1).filter((character) => character === "\n").length + 1;
}
