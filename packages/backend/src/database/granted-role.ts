import { type Sql, sql } from "./sql.ts";

/**
 * A token's role, for `set_config('role', …)`. As on the hosted service, whose wires connect as `authenticator`, it is
 * one that is granted to that role: with `postgres`, or `none`, a token would pass all policies. For one that is not,
 * the text is empty, which PostgreSQL refuses.
 */
export const grantedRole = (role: string): Sql => sql`
  case when ${role} <> 'none' and not exists (
    select from pg_roles where rolname = ${role}::text and not pg_has_role('authenticator', oid, 'member')
  ) then ${role} else '' end`;
