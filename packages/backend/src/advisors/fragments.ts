import { isOutsideExtensions, isProjectSchema } from "../database/project-objects.ts";
import { type Sql, sql, trusted } from "../database/sql.ts";

/** An SQL condition that is true if the table `c` in the schema `n` belongs to the project. */
export const isProjectTable: Sql = sql`
  ${isProjectSchema("n.nspname")} and ${isOutsideExtensions("pg_class", "c.oid")}`;

/**
 * Returns an SQL condition that is true if the API exposes the schema `n`, and `anon` or `authenticated` can use it.
 */
export const isExposed = (schemas: readonly string[]): Sql => sql`
  n.nspname = any(${schemas}::text[])
  and (has_schema_privilege('anon', n.oid, 'usage')
    or has_schema_privilege('authenticated', n.oid, 'usage'))`;

/** An SQL expression for the API's roles that can select at least one column of `c`. */
export const readers: Sql = trusted(`array(
  select role from unnest(array['anon', 'authenticated']) as role
  where has_any_column_privilege(role, c.oid, 'select'))`);

/** An SQL expression for the quoted name of the relation `c` in the schema `n`. */
export const relation: Sql = trusted("format('%I.%I', n.nspname, c.relname)");

/** An SQL expression for the statement that revokes the API's access to the relation `c`. */
export const revokeAll: Sql = trusted(
  "format('revoke all on %I.%I from public, anon, authenticated;', n.nspname, c.relname)",
);

/** An SQL expression for the kind of the relation `c`, such as `view`. */
export const relationType: Sql = trusted(`case c.relkind
  when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table'
  else 'table' end`);

/** An SQL expression for the command of a policy `p`, as in `create policy`. */
export const policyCommand: Sql = trusted(`case p.polcmd
  when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE'
  else 'ALL' end`);

/** An SQL expression for the quoted role names of a policy `p`. */
export const policyRoles: Sql = trusted(`array(
  select case when oid = 0 then 'public' else quote_ident(pg_get_userbyid(oid)) end
  from unnest(p.polroles) as oid order by 1)`);

/** The columns of {@link Policy}, for a policy `p` of a table `c` in a schema `n`. */
export const policyColumns: Sql = trusted(`
  n.nspname::text as schema, c.relname::text as table, p.polname::text as policy,
  format('%I.%I', n.nspname, c.relname) as "quotedTable",
  quote_ident(p.polname) as "quotedPolicy",
  pg_get_expr(p.polqual, p.polrelid) as using,
  pg_get_expr(p.polwithcheck, p.polrelid) as "withCheck"`);

/** An SQL expression for the quoted name of the `c` column that contains a row's owner, or null without one. */
export const ownerColumn: Sql = trusted(`(
  select quote_ident(a.attname)
  from pg_catalog.pg_attribute as a
    left join pg_catalog.pg_constraint as fk on fk.conrelid = c.oid and fk.contype = 'f'
      and fk.conkey = array[a.attnum] and fk.confrelid = to_regclass('auth.users')
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'uuid'::regtype
    and (fk.oid is not null
      or a.attname in ('user_id', 'owner_id', 'owner', 'author_id', 'created_by', 'account_id'))
  order by fk.oid is null, a.attnum limit 1)`);
