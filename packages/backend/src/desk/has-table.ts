import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";

/** Returns whether a table of an extension exists. */
export async function hasTable(database: Connection, name: string): Promise<boolean> {
  const { rows } = await database.query<{ readonly exists: boolean }>(sql`
    select pg_catalog.to_regclass(${name}::text) is not null as exists`);
  return rows[0]?.exists === true;
}
