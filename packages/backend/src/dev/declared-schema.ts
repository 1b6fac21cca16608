import { onDisk } from "../config/disk.ts";
import type { ParsedConfig } from "../config/sections/schema.ts";
import { DatabaseError } from "../database/errors.ts";
import { applyFile } from "../database/migrations/apply-file.ts";
import { MigrationError } from "../database/migrations/migration-error.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { compareSchemas } from "../schema-diff/diff.ts";
import { withUrl } from "../schema-diff/folder-database.ts";

const defaultPattern = "./schemas/**/*.sql";

/** The default folder of the schema files if the project uses pg-delta (supabase/cli, `GetDeclarativeDir`). */
const defaultFolder = "./database";

/** A file that declares a part of the schema. */
export interface SchemaFile {
  /** The path relative to the project folder. */
  readonly path: string;
  readonly sql: string;
}

/**
 * Reads the schema files. They are in the folder of `[experimental.pgdelta]`, or match `db.migrations.schema_paths` (in
 * the order of the patterns, and then by name), or are below `supabase/schemas`.
 */
export async function readSchemaFiles(
  project: string,
  { db, experimental }: Pick<ParsedConfig, "db" | "experimental">,
): Promise<readonly SchemaFile[]> {
  const folder = onDisk(project);
  const { schema_paths: patterns } = db.migrations;
  const paths = new Set<string>();
  if (experimental?.pgdelta?.enabled) {
    const { declarative_schema_path: schemaFolder = defaultFolder } = experimental.pgdelta;
    for (const path of await folder.match(`${schemaFolder}/**/*.sql`)) paths.add(path);
  }
  if (paths.size === 0) {
    for (const pattern of patterns.length > 0 ? patterns : [defaultPattern]) {
      for (const path of await folder.match(pattern)) paths.add(path);
    }
  }
  const files: SchemaFile[] = [];
  for (const path of paths) {
    const text = await folder.read(path);
    if (text !== undefined) files.push({ path, sql: text });
  }
  return files;
}

/** The result of updating a database to the declared schema. */
export interface SchemaUpdate {
  readonly applied: readonly string[];
  /**
   * Statements that would delete data or objects, or disable row-level security. If there are any, nothing was applied.
   */
  readonly refused: readonly string[];
  /** Descriptions of the objects that the files leave out. They stay, because only a migration can drop them. */
  readonly kept: readonly string[];
}

/**
 * Updates a database to the schema that files declare.
 *
 * @param allowsDrops whether to apply statements that delete data or objects
 * @throws {MigrationError} when PostgreSQL refuses a file
 */
export async function applySchemaFiles(
  database: Database,
  files: readonly SchemaFile[],
  allowsDrops: boolean,
): Promise<SchemaUpdate> {
  const declaredDatabase = await openPrepared();
  try {
    await applyInAnyOrder(declaredDatabase, files);
    const { scripts, destructive, kept } = await withUrl(database, (current) =>
      withUrl(declaredDatabase, (desired) =>
        compareSchemas(current, desired, { isDeclared: true }),
      ),
    );
    if (destructive.length > 0 && !allowsDrops) return { applied: [], refused: destructive, kept };
    for (const script of scripts) await database.script(script);
    return { applied: scripts, refused: [], kept };
  } finally {
    await declaredDatabase.close();
  }
}

/** PostgreSQL's codes for a missing schema, table, column, type or function. */
const missingObjectCodes = ["3F000", "42P01", "42703", "42704", "42883"];

/** Applies files in their order. A file that needs objects of later files is applied after them. */
async function applyInAnyOrder(database: Database, files: readonly SchemaFile[]): Promise<void> {
  const unrecorded = { findRecord: sql`select where false`, insertRecord: () => sql`select` };
  let remaining = files;
  while (remaining.length > 0) {
    const refused: { readonly file: SchemaFile; readonly error: unknown }[] = [];
    for (const [index, file] of remaining.entries()) {
      try {
        await applyFile(database, { ...file, ...unrecorded }, remaining.slice(index + 1));
      } catch (error) {
        const cause = error instanceof MigrationError ? error.cause : undefined;
        if (!(cause instanceof DatabaseError && missingObjectCodes.includes(cause.code)))
          throw error;
        refused.push({ file, error });
      }
    }
    if (refused.length === remaining.length) throw refused[0]?.error;
    remaining = refused.map(({ file }) => file);
  }
}
