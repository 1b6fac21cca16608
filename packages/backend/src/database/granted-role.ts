import { type Sql, sql } from "./sql.ts";

/**
 * Returns a token's role for `set_config('role', …)`. Allows only roles that are granted to `authenticator`, as on the
 * hosted service, because a token with `postgres` or `none` would bypass all policies. Other roles become an empty text,
 * which PostgreSQL refuses.
 */
export const grantedRole = (role: string): Sql => sql`
  case when ${role} <> 'none' and not exists (
    select from pg_roles where rolname = ${role}::text and not pg_has_role('authenticator', oid, 'member')
  ) then ${role} else '' end`;
