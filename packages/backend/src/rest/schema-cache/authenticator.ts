import type { Connection } from "../../database/port.ts";
import { identifier, sql } from "../../database/sql.ts";
import {
  type DatabaseConfig,
  parseQualifiedName,
  type SettingName,
  type SettingPair,
  settingNames,
} from "../settings.ts";
import { isolationIn } from "./routines.ts";
import type { Isolation } from "./types.ts";

/** The settings in the catalogue for `authenticator`, the role that the hosted service connects as. */
export interface AuthenticatorSettings extends DatabaseConfig {
  /**
   * The settings that a new session of the role would have. This connection may use another role, so each request
   * applies them.
   */
  readonly session: readonly SettingPair[];
  /** The isolation level of the role's transactions, unless a more specific setting overrides it. */
  readonly isolation: Isolation | null;
}

interface SettingRow {
  readonly name: string;
  readonly value: string;
  /** True if the setting belongs to the role, false if it belongs to the database. */
  readonly ofRole: boolean;
  /** True if a session can change the setting. */
  readonly settable: boolean;
}

const prefix = "pgrst.";

/**
 * The timeouts of the hosted service's roles, until `alter role` changes them
 * (https://supabase.com/docs/guides/database/postgres/timeouts).
 */
const statementTimeouts: ReadonlyMap<string, string> = new Map([
  ["anon", "3s"],
  ["authenticated", "8s"],
  ["authenticator", "8s"],
]);

/** Settings that the REST API sets itself in each transaction. */
const ownSettings = ["search_path", "role", "default_transaction_isolation"];

/** Reads the settings of `alter role authenticator` and `alter database`. More specific settings come last. */
export async function loadAuthenticator(connection: Connection): Promise<AuthenticatorSettings> {
  const { rows } = await connection.query<SettingRow>(sql`
    select name, value, s.setrole <> 0 as "ofRole",
      coalesce(
        p.context = 'user'
          or pg_catalog.has_parameter_privilege('authenticator'::regrole, p.name, 'set'),
        strpos(name, '.') > 0) as settable
    from pg_catalog.pg_db_role_setting s
    cross join lateral unnest(s.setconfig) as _(line)
    cross join lateral (
      select substr(line, 1, strpos(line, '=') - 1) as name,
        substr(line, strpos(line, '=') + 1) as value
    ) as setting
    left join pg_catalog.pg_settings p using (name)
    where s.setrole in (0, 'authenticator'::regrole)
      and s.setdatabase in (
        0, (select oid from pg_catalog.pg_database where datname = current_catalog))
    order by s.setrole <> 0, s.setdatabase`);
  const roleSettings = new Map(
    rows.filter(({ ofRole }) => ofRole).map(({ name, value }) => [name, value]),
  );
  const settableRows = rows
    .filter(({ settable, name }) => settable && !name.startsWith(prefix))
    .filter(({ name }) => !ownSettings.includes(name));
  const pairs = (ofRole: boolean) =>
    settableRows
      .filter((row) => row.ofRole === ofRole)
      .map(({ name, value }) => [name, value] as const);
  const session = new Map([...pairs(false), ...defaultTimeout("authenticator"), ...pairs(true)]);
  const overrides = new Map(
    settingNames.flatMap((name) => {
      const value = roleSettings.get(prefix + name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  return {
    overrides: new Map([...(await readPreConfig(connection, overrides)), ...overrides]),
    libraries: libraryNames(roleSettings.get("session_preload_libraries")),
    session: [...session],
    isolation: isolationIn(rows.map(({ name, value }) => `${name}=${value}`).reverse()),
  };
}

/** Returns a role's default timeout, which `alter role` overrides. */
export function defaultTimeout(role: string): SettingPair[] {
  const timeout = statementTimeouts.get(role);
  return timeout === undefined ? [] : [["statement_timeout", timeout]];
}

/**
 * Calls the function that `db_pre_config` names, and returns the settings that it makes with
 * `set_config('pgrst.…', …, true)`. Settings from `alter role` override them.
 */
async function readPreConfig(
  connection: Connection,
  overrides: DatabaseConfig["overrides"],
): Promise<[SettingName, string][]> {
  const functionName = parseQualifiedName(overrides.get("db_pre_config"));
  if (functionName === null) return [];
  await connection.query(
    sql`select ${identifier(functionName.schema || "public", functionName.name)}()`,
  );
  const { rows } = await connection.query<{ name: SettingName; value: string | null }>(sql`
    select name, nullif(current_setting(${prefix} || name, true), '') as value
    from unnest(${settingNames}::text[]) as _(name)`);
  return rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]));
}

function libraryNames(list: string | undefined): string[] | null {
  return list?.split(",").map((name) => name.trim().replaceAll('"', "")) ?? null;
}
