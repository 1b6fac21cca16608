import { onDisk } from "../config/disk.ts";
import { applyFile } from "../database/migrations/file.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { compareSchemas } from "../schema-diff/diff.ts";
import { withUrl } from "../schema-diff/folder-database.ts";

const defaultPattern = "./schemas/**/*.sql";

/** A file that declares a part of the schema. */
export interface SchemaFile {
  /** The path relative to the project folder. */
  readonly path: string;
  readonly sql: string;
}

/**
 * Reads the files of `db.migrations.schema_paths`, each once, in the order of the patterns and then of the names.
 * Without patterns, these are the files below `supabase/schemas`.
 */
export async function readSchemaFiles(
  project: string,
  patterns: readonly string[],
): Promise<readonly SchemaFile[]> {
  const folder = onDisk(project);
  const paths = new Set<string>();
  for (const pattern of patterns.length > 0 ? patterns : [defaultPattern]) {
    for (const path of await folder.match(pattern)) paths.add(path);
  }
  const files: SchemaFile[] = [];
  for (const path of paths) {
    const text = await folder.read(path);
    if (text !== undefined) files.push({ path, sql: text });
  }
  return files;
}

/** The result of changing a database to the declared schema. */
export interface SchemaUpdate {
  readonly applied: readonly string[];
  /**
   * Statements that would delete data or objects, or disable row-level security. If there are any, nothing was applied.
   */
  readonly refused: readonly string[];
}

/**
 * Changes a database to the schema that files declare.
 *
 * @param allowsDrops whether to apply statements that delete data or objects
 * @throws {MigrationError} when PostgreSQL refuses a file
 */
export async function applySchemaFiles(
  database: Database,
  files: readonly SchemaFile[],
  allowsDrops: boolean,
): Promise<SchemaUpdate> {
  const declared = await openPrepared();
  try {
    for (const [index, file] of files.entries()) {
      const unrecorded = { isRecorded: sql`select where false`, record: () => sql`select` };
      await applyFile(declared, { ...file, ...unrecorded }, files.slice(index + 1));
    }
    const { scripts, destructive } = await withUrl(database, (current) =>
      withUrl(declared, (desired) => compareSchemas(current, desired)),
    );
    if (destructive.length > 0 && !allowsDrops) return { applied: [], refused: destructive };
    for (const script of scripts) await database.script(script);
    return { applied: scripts, refused: [] };
  } finally {
    await declared.close();
  }
}
