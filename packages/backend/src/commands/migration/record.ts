import type { Migration } from "../../config/files/migrations.ts";
import { DatabaseError } from "../../database/errors.ts";
import { splitStatements } from "../../database/migrations/statements.ts";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { withProjectDatabase } from "../project-database/connect.ts";
import type { StoredDatabase } from "../terminal/options.ts";

/** Returns the versions that a database has recorded as applied, in order. */
export async function appliedVersions(database: Connection): Promise<readonly string[]> {
  try {
    const { rows } = await database.query<{ version: string }>(
      sql`select version from supabase_migrations.schema_migrations order by version`,
    );
    return rows.map(({ version }) => version);
  } catch (error) {
    // This table is missing if no project was ever applied to the database.
    if (error instanceof DatabaseError && /^(42P01|3F000)$/.test(error.code)) return [];
    throw error;
  }
}

/** Records a migration as applied without running it, because the database already contains its changes. */
export const recordApplied = (location: StoredDatabase, migration: Migration): Promise<void> =>
  withProjectDatabase(location, (database) =>
    database.transaction((connection) => recordMigration(connection, migration.version, migration)),
  );

/** Records a version with the content of its file, or removes the record. */
export async function recordMigration(
  connection: Connection,
  version: string,
  file: Migration | undefined,
): Promise<void> {
  await connection.query(
    sql`delete from supabase_migrations.schema_migrations where version = ${version}`,
  );
  if (!file) return;
  const statements = splitStatements(file.sql).map(({ text }) => text);
  await connection.query(sql`
    insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${version}, ${file.name}, ${statements})`);
}
