import { type Sql, sql } from "../sql.ts";

/**
 * An SQL condition: whether this connection can switch to `supabase_auth_admin`. It may lack the right if the server's
 * main role is not a superuser.
 */
const canBecomeAuthAdmin: Sql = sql`exists (
  select from pg_roles
  where rolname = 'supabase_auth_admin' and pg_has_role(current_user, pg_roles.oid,
    case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end))`;

/**
 * An SQL condition: whether this connection can switch to `supabase_auth_admin`, and that role can write to `auth`. The
 * role cannot write if a table of `auth` has been replaced.
 */
export const canWriteAsAuthAdmin: Sql = sql`(${canBecomeAuthAdmin}
  and not exists (
    select from pg_class
    where relnamespace = to_regnamespace('auth') and relname in ('users', 'audit_log_entries')
      and relowner is distinct from to_regrole('supabase_auth_admin')))`;

/** Sets a transaction's role and search path to those with which Supabase Auth connects. */
export const becomeAuthAdmin: Sql = sql`
  select set_config('role', 'supabase_auth_admin', true), set_config('search_path', 'auth', true)`;

/** Like {@link becomeAuthAdmin}, but does nothing if the connection lacks the right. */
export const becomeAuthAdminIfAllowed: Sql = sql`${becomeAuthAdmin} where ${canBecomeAuthAdmin}`;
