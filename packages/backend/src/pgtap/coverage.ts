import type { Connection } from "../database/port.ts";
import { hasProjectPolicies } from "../database/project-objects.ts";
import { identifier, sql } from "../database/sql.ts";

export interface Policy {
  readonly oid: number;
  readonly schema: string;
  readonly table: string;
  readonly name: string;
}

interface PolicyConditions extends Policy {
  readonly using: string | null;
  readonly withCheck: string | null;
}

/**
 * Returns the project's policies on tables with row-level security. Leaves out tables that the session does not own,
 * because only the owner can change their policies.
 */
export async function readPolicies(connection: Connection): Promise<PolicyConditions[]> {
  // Set an empty search path, so that PostgreSQL qualifies the names in conditions.
  const [, { rows }] = await connection.batch<[unknown, PolicyConditions]>([
    sql`select set_config('search_path', '', true)`,
    sql`
      select p.oid::int8 as oid, n.nspname::text as schema, c.relname::text as table,
        p.polname::text as name,
        pg_get_expr(p.polqual, p.polrelid) as using,
        pg_get_expr(p.polwithcheck, p.polrelid) as "withCheck"
      from pg_catalog.pg_policy as p
        join pg_catalog.pg_class as c on c.oid = p.polrelid
        join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      where c.relrowsecurity and pg_has_role(c.relowner, 'usage') and ${hasProjectPolicies}
        -- No policy applies to a role that bypasses them, such as service_role.
        and exists (
          select from unnest(p.polroles) as role
          where role = 0 or not (select rolbypassrls from pg_catalog.pg_roles as r where r.oid = role))
      order by schema, "table", name`,
  ]);
  return rows;
}

const sequenceName = ({ oid }: Policy) => identifier("pg_temp", `portico_policy_${oid}`).text;

/**
 * Changes policies so that their evaluation advances a temporary sequence, because sequences survive the rollback of a
 * test. Requires a transaction that is rolled back.
 */
export async function watchPolicies(
  transaction: Connection,
  policies: readonly PolicyConditions[],
): Promise<void> {
  if (policies.length === 0) return;
  const sequences = policies.map(sequenceName);
  await transaction.script(
    [
      ...sequences.map((name) => `create temporary sequence ${name};`),
      `grant usage on sequence ${sequences.join(", ")} to public;`,
      ...policies.map(watchPolicySql),
    ].join("\n"),
  );
}

/**
 * Returns the statement that adds the counter to a policy. PostgreSQL evaluates the sub-select once per statement, when
 * it checks the first row.
 */
function watchPolicySql(policy: PolicyConditions): string {
  const { schema, table, name, using, withCheck } = policy;
  const watch = (condition: string) =>
    `(case when (select nextval('${sequenceName(policy).replaceAll("'", "''")}'::regclass)) > 0 then (${condition}) end)`;
  return [
    `alter policy ${identifier(name).text} on ${identifier(schema, table).text}`,
    ...(using === null ? [] : [`using ${watch(using)}`]),
    ...(withCheck === null ? [] : [`with check ${watch(withCheck)}`]),
  ]
    .join(" ")
    .concat(";");
}

/** Returns the watched policies that PostgreSQL has evaluated for at least one row. */
export async function readEvaluatedPolicies(
  transaction: Connection,
  policies: readonly Policy[],
): Promise<number[]> {
  if (policies.length === 0) return [];
  const { rows } = await transaction.query<{ oid: number }>(sql`
    select oid from unnest(${policies.map(({ oid }) => String(oid))}::int8[]) as oid
    where pg_sequence_last_value(to_regclass(format('pg_temp.portico_policy_%s', oid))) is not null`);
  return rows.map(({ oid }) => oid);
}
