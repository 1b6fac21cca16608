import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { isolationIn } from "./routines.ts";
import type { RoleSettings } from "./types.ts";

/**
 * Loads the settings of the roles that requests run as, such as `alter role anon set
 * statement_timeout`: taking a role with SET ROLE does not apply them, so the wire does.
 */
export async function loadRoleSettings(connection: Connection): Promise<Map<string, RoleSettings>> {
  const { rows } = await connection.query<{
    role: string;
    configuration: readonly string[];
    settable: readonly (readonly [string, string])[];
  }>(sql`
    select r.rolname as role,
      to_json(r.rolconfig) as configuration,
      coalesce((
        select json_agg(json_build_array(name, substr(line, strpos(line, '=') + 1)))
        from unnest(r.rolconfig) as _(line)
        cross join lateral (select substr(line, 1, strpos(line, '=') - 1) as name) as n
        join pg_catalog.pg_settings s using (name)
        where name <> 'default_transaction_isolation'
          and (s.context = 'user' or pg_catalog.has_parameter_privilege(member.oid, name, 'set'))
      ), '[]') as settable
    from pg_catalog.pg_roles member
    join pg_catalog.pg_auth_members m on m.member = member.oid
    join pg_catalog.pg_roles r on r.oid = m.roleid
    where member.rolname = 'authenticator' and r.rolconfig is not null`);
  return new Map(
    rows.map(({ role, configuration, settable }) => [
      role,
      { isolation: isolationIn(configuration), settings: settable },
    ]),
  );
}
