import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openPrepared } from "../database/pglite/new-database.ts";
import { sql } from "../database/sql.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Returns the major version of the PostgreSQL that wrote the database in a folder. Undefined for a folder without a
 * database.
 */
export const majorIn = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, "database/PG_VERSION"), "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );

/**
 * PostgreSQL can only read data files of its own major version.
 *
 * @param description what the folder contains, such as `The snapshot "a"`
 * @throws {UsageError} when the embedded database cannot read the database in a folder
 */
export async function requireReadable(
  folder: string,
  directory: string,
  description: string,
): Promise<void> {
  const major = await majorIn(folder);
  const ours = (await majorIn(directory)) ?? (await embeddedMajor());
  if (major === ours) return;
  throw new UsageError(
    `${description} is of PostgreSQL ${major ?? "an unknown version"}, and the embedded database here is PostgreSQL ${ours}. Nothing was changed. The release of Portico that made it can read it.`,
  );
}

async function embeddedMajor(): Promise<string> {
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
