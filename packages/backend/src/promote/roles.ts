import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { platformRolePattern } from "../transfer/platform.ts";
import { type Difference, difference } from "./rehearsal.ts";

/** The setting that every project has (database/system/0001_roles.sql). */
const platformSetting = 'search_path="$user", public, extensions';

/**
 * Returns the project's roles and its database's settings as differences, because migrations do not transfer them
 * completely.
 */
export async function roleDifferences(connection: Connection): Promise<Difference[]> {
  const { rows: roles } = await connection.query<{ name: string; canLogin: boolean }>(sql`
    select rolname::text as name, rolcanlogin as "canLogin"
    from pg_roles where oid >= 16384 order by rolname`);
  const { rows: settings } = await connection.query<{ setting: string }>(sql`
    select unnest(setconfig) as setting from pg_db_role_setting
    where setrole = 0 and setdatabase = (select oid from pg_database where datname = current_database())`);
  return [
    ...roles
      .filter(({ name, canLogin }) => canLogin && !platformRolePattern.test(name))
      .map(({ name }) =>
        difference(
          `The role ${name} can log in. supabase db dump leaves its password out.`,
          `Set it on the hosted service: alter role "${name}" password '…'`,
        ),
      ),
    ...settings
      .filter(({ setting }) => setting !== platformSetting)
      .map(({ setting }) =>
        difference(
          `The database has the setting ${setting.split("=", 1)[0]}.`,
          "It affects only new connections: restart the project after the push.",
        ),
      ),
  ];
}
