import type { Connection, Database } from "../../database/port.ts";
import { identifier, sql } from "../../database/sql.ts";

/** As in supabase/auth, `internal/hooks/hookspgfunc`. */
const timeoutMs = 2000;

/**
 * Calls a function of the project's database in its own transaction.
 *
 * @param uri `pg-functions://postgres/<schema>/<function>`
 * @returns the result as JSON text, or undefined for NULL and for a function without a result
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
    // Do not cast the parameter: some functions take json, most jsonb.
    const { rows } = await connection.query<{ answer: string | null }>(sql`
      select ${identifier(schema, name)}(${input})::text as answer`);
    return rows[0]?.answer || undefined;
  };
  return database.transaction(work, { runsProjectCode: true });
}
