import { onDisk } from "../config/disk.ts";
import { type Migration, readMigrations } from "../config/files/migrations.ts";
import type { Connection } from "../database/port.ts";
import { DatabaseError } from "../database/port.ts";
import { sql } from "../database/sql.ts";

/** The migrations of a project folder, in their order. */
export const migrationsOf = async (project: string): Promise<readonly Migration[]> =>
  (await readMigrations(onDisk(project), { isLenient: true })).migrations;

/** The versions that a database records as applied, in their order. */
export async function appliedVersions(database: Connection): Promise<readonly string[]> {
  try {
    const { rows } = await database.query<{ version: string }>(
      sql`select version from supabase_migrations.schema_migrations order by version`,
    );
    return rows.map(({ version }) => version);
  } catch (error) {
    // A database to which no project was applied has no such table.
    if (error instanceof DatabaseError && /^(42P01|3F000)$/.test(error.code)) return [];
    throw error;
  }
}

/** Formats the version of a migration as a time, if it is one. */
export function timeOf(version: string): string {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(version);
  if (!parts) return version;
  const [, year, month, day, hour, minute, second] = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}
