import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openPrepared } from "../database/pglite/new-database.ts";
import { sql } from "../database/sql.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Returns the major version of PostgreSQL that wrote the database in a folder, or undefined if the folder has no
 * database.
 */
export const readMajor = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, "database/PG_VERSION"), "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );

/**
 * Checks the major version of a database, because PostgreSQL can read only data files of its own major version.
 *
 * @param description what the folder contains, such as `The snapshot "a"`
 * @throws {UsageError} if the embedded database cannot read the database in the folder
 */
export async function requireReadable(
  folder: string,
  directory: string,
  description: string,
): Promise<void> {
  const major = await readMajor(folder);
  const embedded = (await readMajor(directory)) ?? (await readEmbeddedMajor());
  if (major === embedded) return;
  throw new UsageError(
    `${description} was made by PostgreSQL ${major ?? "an unknown version"}, and the embedded database here is PostgreSQL ${embedded}. Nothing was changed. Use the release of Portico that made it.`,
  );
}

async function readEmbeddedMajor(): Promise<string> {
  const database = await openPrepared();
  try {
    const { rows } = await database.query<{ major: string }>(
      sql`select (current_setting('server_version_num')::int / 10000)::text as major`,
    );
    return rows[0]?.major ?? "";
  } finally {
    await database.close();
  }
}
