import type { Connection } from "../database/port.ts";
import { identifier, type Sql, sql } from "../database/sql.ts";
import type { Issue, LintResult } from "./issue.ts";

/** Returns whether the server can create `plpgsql_check`. */
export async function hasPlpgsqlCheck(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query(
    sql`select from pg_available_extensions where name = 'plpgsql_check'`,
  );
  return rows.length > 0;
}

/**
 * Checks PL/pgSQL functions with the extension `plpgsql_check`, and trigger functions once for each of their tables.
 * Requires a transaction that is rolled back, because it creates the extension.
 *
 * @param functions a query with the columns `oid` and `label` for each function
 */
export async function checkPlpgsql(transaction: Connection, functions: Sql): Promise<LintResult[]> {
  await transaction.script("create extension if not exists plpgsql_check with schema extensions");
  // Look up the schema, because the extension may already have been created in another one.
  const { rows: extensions } = await transaction.query<{ schema: string }>(sql`
    select extnamespace::regnamespace::name as schema from pg_extension
    where extname = 'plpgsql_check'`);
  const check = identifier(extensions[0]?.schema ?? "extensions", "plpgsql_check_function");
  const { rows } = await transaction.query<{ function: string; result: { issues: Issue[] } }>(sql`
    select label as function,
      ${check}(p.oid, coalesce(t.relation, 0), format := 'json')::json
        as result
    from (${functions}) as functions
      join pg_catalog.pg_proc as p using (oid)
      left join lateral (
        select distinct tgrelid as relation from pg_catalog.pg_trigger
        where tgfoid = p.oid and not tgisinternal
      ) as t on p.prorettype = 'trigger'::regtype
    where p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype) or t.relation is not null`);
  return rows.flatMap(({ function: name, result: { issues } }) =>
    issues.length > 0 ? [{ function: name, issues }] : [],
  );
}
