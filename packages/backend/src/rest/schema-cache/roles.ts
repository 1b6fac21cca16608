import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { type AuthenticatorSettings, defaultTimeout } from "./authenticator.ts";
import { isolationIn } from "./routines.ts";
import type { Role } from "./types.ts";

/**
 * Loads the roles that requests can have, with the settings of each role, such as
 * `alter role anon set statement_timeout`. SET ROLE does not apply these settings, so each request applies them itself,
 * after the authenticator's settings. The hosted service connects as `authenticator`, which can only switch to roles
 * that are granted to it. This connection may be able to switch to any role, so the REST API checks the grant itself.
 */
export async function loadRoles(
  connection: Connection,
  authenticator: AuthenticatorSettings,
): Promise<Map<string, Role>> {
  const { rows } = await connection.query<{
    name: string;
    granted: boolean;
    configuration: readonly string[];
    settable: readonly (readonly [string, string])[];
  }>(sql`
    select r.rolname as name,
      pg_catalog.pg_has_role(authenticator.oid, r.oid, 'MEMBER') as granted,
      coalesce(to_json(r.rolconfig), '[]') as configuration,
      coalesce((
        select json_agg(json_build_array(name, substr(line, strpos(line, '=') + 1)))
        from unnest(r.rolconfig) as _(line)
        cross join lateral (select substr(line, 1, strpos(line, '=') - 1) as name) as n
        join pg_catalog.pg_settings s using (name)
        where name <> 'default_transaction_isolation'
          and (s.context = 'user'
            or pg_catalog.has_parameter_privilege(authenticator.oid, name, 'set'))
      ), '[]') as settable
    from pg_catalog.pg_roles r
    join pg_catalog.pg_roles authenticator on authenticator.rolname = 'authenticator'`);
  return new Map(
    rows.map(({ name, granted, configuration, settable }) => [
      name,
      {
        granted,
        isolation: isolationIn(configuration) ?? authenticator.isolation,
        settings: [...new Map([...authenticator.session, ...defaultTimeout(name), ...settable])],
      },
    ]),
  );
}
