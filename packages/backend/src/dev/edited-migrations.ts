import type { ProjectMigration } from "../database/migrations/project.ts";
import { statementsOf } from "../database/migrations/statements.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";

/** Returns the migrations that have changed since they were applied. */
export async function editedMigrations<Migration extends ProjectMigration>(
  database: Database,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const { rows } = await database.query<{ version: string; statements: string | null }>(sql`
    select version, array_to_json(statements)::text as statements
    from supabase_migrations.schema_migrations`);
  const applied = new Map(rows.map(({ version, statements }) => [version, statements]));
  return migrations.filter(({ version, sql: text }) => {
    const recorded = applied.get(version);
    // A migration that was recorded by hand may have no statements.
    if (recorded === undefined || recorded === null) return false;
    return recorded !== JSON.stringify(statementsOf(text).map((statement) => statement.text));
  });
}
