import { type Sql, sql } from "../sql.ts";

/**
 * The condition that this connection may switch to `supabase_auth_admin`. On servers whose main role is not a
 * superuser, it may not be allowed to.
 */
const canBecomeAuthAdmin: Sql = sql`exists (
  select from pg_roles
  where rolname = 'supabase_auth_admin' and pg_has_role(current_user, pg_roles.oid,
    case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end))`;

/** The condition that `supabase_auth_admin` can also write. It cannot if a table of `auth` has been replaced. */
export const canWriteAsAuthAdmin: Sql = sql`(${canBecomeAuthAdmin}
  and not exists (
    select from pg_class
    where relnamespace = to_regnamespace('auth') and relname in ('users', 'audit_log_entries')
      and relowner is distinct from to_regrole('supabase_auth_admin')))`;

/** Gives a transaction the role and the search path with which Supabase Auth connects. */
export const becomeAuthAdmin: Sql = sql`
  select set_config('role', 'supabase_auth_admin', true), set_config('search_path', 'auth', true)`;

/** Like {@link becomeAuthAdmin}, but does nothing if the connection is not allowed to. */
export const becomeAuthAdminIfAllowed: Sql = sql`${becomeAuthAdmin} where ${canBecomeAuthAdmin}`;
