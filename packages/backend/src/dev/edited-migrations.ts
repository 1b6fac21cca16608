import type { ProjectMigration } from "../database/migrations/apply-project.ts";
import { splitStatements } from "../database/migrations/statements.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";

/** Returns whether a migration has no statements yet, like a file that `portico migration new` has created. */
export const isEmpty = ({ sql: text }: ProjectMigration): boolean =>
  splitStatements(text).length === 0;

/**
 * Removes the records of migrations that were empty when they were applied and now have statements.
 *
 * @returns whether any record was removed
 */
export async function forgetEmptyMigrations(
  database: Database,
  migrations: readonly ProjectMigration[],
): Promise<boolean> {
  const nonEmptyMigrations = migrations.filter((migration) => !isEmpty(migration));
  const { rows } = await database.query(sql`
    delete from supabase_migrations.schema_migrations
    where statements = '{}' and version = any(${nonEmptyMigrations.map(({ version }) => version)})
    returning version`);
  return rows.length > 0;
}

/** Returns the migrations that have changed since they were applied. */
export async function findEditedMigrations<Migration extends ProjectMigration>(
  database: Database,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const { rows } = await database.query<{ version: string; statements: string | null }>(sql`
    select version, array_to_json(statements)::text as statements
    from supabase_migrations.schema_migrations`);
  const applied = new Map(rows.map(({ version, statements }) => [version, statements]));
  return migrations.filter(({ version, sql: text }) => {
    const recordedStatements = applied.get(version);
    // Ignore records without statements. A manual repair can leave such a record.
    if (recordedStatements === undefined || recordedStatements === null) return false;
    return (
      recordedStatements !==
      JSON.stringify(splitStatements(text).map((statement) => statement.text))
    );
  });
}
