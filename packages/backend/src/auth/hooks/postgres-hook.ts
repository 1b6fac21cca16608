import { explainHookError } from "../../database/auth-triggers/explanations.ts";
import { becomeAuthAdminIfAllowed } from "../../database/auth-triggers/role.ts";
import type { Connection, Database } from "../../database/port.ts";
import { identifier, sql } from "../../database/sql.ts";

/** The limit for the function, as in supabase/auth, `internal/hooks/hookspgfunc`. */
const timeoutMs = 2000;

/**
 * Calls a function of the project's database in its own transaction, with the role and the search path of Supabase Auth.
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
  const callFunction = async (connection: Connection) => {
    // Do not cast the parameter: some functions take json, most jsonb.
    const { rows } = await connection.query<{ response: string | null }>(sql`
      select ${identifier(schema, name)}(${input})::text as response`);
    return rows[0]?.response || undefined;
  };
  const setTimeoutStatement = sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`;
  const options = { first: [setTimeoutStatement, becomeAuthAdminIfAllowed], runsProjectCode: true };
  return database.transaction(callFunction, options).catch((error: unknown) => {
    throw explainHookError(error, schema, name);
  });
}
