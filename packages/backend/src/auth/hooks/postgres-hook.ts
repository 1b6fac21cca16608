import type { Connection, Database } from "../../database/port.ts";
import { identifier, sql } from "../../database/sql.ts";

/** Milliseconds that a function may take (supabase/auth, `internal/hooks/hookspgfunc`). */
const timeoutMs = 2000;

/**
 * Calls a function of the project's database, in a transaction of its own.
 *
 * @param uri `pg-functions://postgres/<schema>/<function>`
 * @returns its result as JSON text; undefined for NULL, and for a function without result
 */
export async function callPostgresHook(
  database: Database,
  uri: string,
  input: string,
): Promise<string | undefined> {
  const [, schema = "", name = ""] = decodeURI(new URL(uri).pathname).split("/");
  const work = async (connection: Connection) => {
    await connection.query(sql`
      select set_config('statement_timeout', ${String(timeoutMs)}, true)`);
    // The parameter's type is left to the function: some take json, most jsonb.
    const { rows } = await connection.query<{ answer: string | null }>(sql`
      select ${identifier(schema, name)}(${input})::text as answer`);
    return rows[0]?.answer || undefined;
  };
  return database.transaction(work, { runsProjectCode: true });
}
