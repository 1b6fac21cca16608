import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import type { QualifiedName } from "./schema-cache/types.ts";

/** `[api]` of config.toml, as far as the data wire goes. */
export interface RestConfig {
  readonly schemas: readonly string[];
  readonly extra_search_path: readonly string[];
  /** null for no limit. */
  readonly max_rows: number | null;
}

/**
 * The configuration in force: that of the project, overridden by what a migration said with
 * `alter role authenticator set pgrst.… = …`, as on the hosted service
 * (https://docs.postgrest.org/en/v14/references/configuration.html#in-database-configuration).
 */
export interface RestSettings {
  readonly schemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  /** null for no limit. */
  readonly maxRows: bigint | null;
  readonly aggregatesEnabled: boolean;
  readonly planEnabled: boolean;
  /** Whether `Prefer: tx=` is heard. */
  readonly txOverride: boolean;
  readonly txRollbackAll: boolean;
  /** A function to call before each request. */
  readonly preRequest: QualifiedName | null;
  /** A function that answers at the root instead of the OpenAPI document. */
  readonly rootFunction: QualifiedName | null;
  readonly openApi: "follow-privileges" | "ignore-privileges" | "disabled";
  readonly openApiSecurity: boolean;
  readonly serverTiming: boolean;
  /** Settings of a function that are made to hold for the transaction that calls it. */
  readonly hoistedSettings: readonly string[];
}

export function settingsFrom(
  config: RestConfig,
  overrides: ReadonlyMap<string, string> = new Map(),
): RestSettings {
  const list = (name: string) =>
    overrides
      .get(name)
      ?.split(",")
      .map((item) => item.trim());
  const flag = (name: string) =>
    ["true", "t", "on", "yes", "1"].includes(overrides.get(name) ?? "");
  const maxRows = integer(overrides.get("db_max_rows")) ?? config.max_rows;
  const txEnd = overrides.get("db_tx_end") ?? "commit";
  return {
    schemas: list("db_schemas") ?? config.schemas,
    extraSearchPath: list("db_extra_search_path") ?? config.extra_search_path,
    maxRows: maxRows === null ? null : BigInt(maxRows),
    aggregatesEnabled: flag("db_aggregates_enabled"),
    planEnabled: flag("db_plan_enabled"),
    txOverride: txEnd.endsWith("-allow-override"),
    txRollbackAll: txEnd.startsWith("rollback"),
    preRequest: qualified(overrides.get("db_pre_request")),
    rootFunction: qualified(overrides.get("db_root_spec")),
    openApi: openApiMode(overrides.get("openapi_mode")),
    openApiSecurity: flag("openapi_security_active"),
    serverTiming: flag("server_timing_enabled"),
    hoistedSettings: list("db_hoisted_tx_settings") ?? [
      "statement_timeout",
      "plan_filter.statement_cost_limit",
      "default_transaction_isolation",
    ],
  };
}

/** Reads the overrides; one for this database alone goes before one for all. */
export async function loadOverrides(connection: Connection): Promise<Map<string, string>> {
  const { rows } = await connection.query<{ name: string; value: string }>(sql`
    select substr(setting, 7, strpos(setting, '=') - 7) as name,
           substr(setting, strpos(setting, '=') + 1) as value
    from pg_catalog.pg_db_role_setting s
    join pg_catalog.pg_roles r on r.oid = s.setrole
    cross join lateral unnest(s.setconfig) as _(setting)
    where r.rolname = 'authenticator'
      and s.setdatabase in (
        0, (select oid from pg_catalog.pg_database where datname = current_catalog))
      and setting like 'pgrst.%'
    order by s.setdatabase`);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

function integer(text: string | undefined): number | null {
  const value = Number(text);
  return text !== undefined && Number.isInteger(value) && value >= 0 ? value : null;
}

function qualified(text: string | undefined): QualifiedName | null {
  if (text === undefined || text === "") return null;
  const dot = text.indexOf(".");
  return dot < 0
    ? { schema: "", name: text }
    : { schema: text.slice(0, dot), name: text.slice(dot + 1) };
}

function openApiMode(text: string | undefined): RestSettings["openApi"] {
  return text === "disabled" || text === "ignore-privileges" ? text : "follow-privileges";
}
