import type { QualifiedName } from "./qualified-name.ts";
import { parseRoleClaim, type RoleClaim } from "./role-claim.ts";

/** The settings of `[api]` in config.toml that the REST API uses. */
export interface RestConfig {
  readonly schemas: readonly string[];
  readonly extra_search_path: readonly string[];
  /** The maximum number of rows. Null if unlimited. */
  readonly max_rows: number | null;
  /** The maximum size of a response in bytes, see {@link defaultMaxResponseBytes}. */
  readonly largest_answer?: number;
  /** The values that functions read with `current_setting('app.settings.<name>')`; see {@link appSettingsOf}. */
  readonly app_settings?: Readonly<Record<string, string>>;
}

/** A setting of PostgreSQL: its name and its value. */
export type SettingPair = readonly [name: string, value: string];

/**
 * The settings that a database can have for the REST API, each prefixed with `pgrst.`
 * (https://docs.postgrest.org/en/v14/references/configuration.html#in-database-configuration).
 */
export const settingNames = [
  "client_error_verbosity",
  "db_aggregates_enabled",
  "db_extra_search_path",
  "db_hoisted_tx_settings",
  "db_max_rows",
  "db_plan_enabled",
  "db_pre_config",
  "db_pre_request",
  "db_root_spec",
  "db_schemas",
  "db_tx_end",
  "jwt_aud",
  "jwt_role_claim_key",
  "openapi_mode",
  "openapi_security_active",
  "openapi_server_proxy_uri",
  "server_cors_allowed_origins",
  "server_timing_enabled",
  "server_trace_header",
  "url_use_legacy_target_names",
] as const;

export type SettingName = (typeof settingNames)[number];

/**
 * The settings for the REST API in the database. As on the hosted service, projects set them with
 * `alter role authenticator set …`.
 */
export interface DatabaseConfig {
  readonly overrides: ReadonlyMap<SettingName, string>;
  /** The libraries in the authenticator's `session_preload_libraries`. Null if unset. */
  readonly libraries: readonly string[] | null;
}

/** The effective settings: the project's, overridden by the database's. */
export interface RestSettings {
  readonly schemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  /** The maximum number of rows. Null if unlimited. */
  readonly maxRows: bigint | null;
  /** The maximum size of a response's body in bytes. */
  readonly maxResponseBytes: number;
  readonly aggregatesEnabled: boolean;
  readonly planEnabled: boolean;
  /** True if `Prefer: tx=` is allowed. */
  readonly txOverride: boolean;
  readonly txRollbackAll: boolean;
  /** A function to call before each request. */
  readonly preRequest: QualifiedName | null;
  /** A function whose result the root returns instead of the OpenAPI document. */
  readonly rootFunction: QualifiedName | null;
  /** The audience that a token must have, if the token has one. Null accepts any audience. */
  readonly audience: string | null;
  /** The path to the role in a token. Null if the role is the claim `role`. */
  readonly roleClaim: RoleClaim | null;
  /** True if a filter may name an embedded table that has an alias. */
  readonly acceptsTargetNames: boolean;
  readonly openApi: "follow-privileges" | "ignore-privileges" | "disabled";
  readonly openApiSecurity: boolean;
  readonly serverTiming: boolean;
  /**
   * Origins whose pages may read responses with credentials. If the list is empty, pages of any origin may read
   * responses without credentials.
   */
  readonly allowedOrigins: readonly string[];
  /** A request header that the response repeats. */
  readonly traceHeader: string | null;
  /** True if errors contain only code and message. */
  readonly terseErrors: boolean;
  /** The public address of the wire behind a proxy, for the OpenAPI document. */
  readonly proxyAddress: URL | null;
  /** True if UPDATE and DELETE without a filter are refused. */
  readonly filterRequired: boolean;
  readonly appSettings: readonly SettingPair[];
  /** The settings of functions that apply to the whole transaction of the call. */
  readonly hoistedSettings: readonly string[];
}

/**
 * Returns the default limit for a response in bytes. The embedded database builds the response in this process, which
 * takes seven times the memory.
 */
export function defaultMaxResponseBytes(engine: "pglite" | "postgres"): number {
  return (engine === "pglite" ? 32 : 64) * 1024 * 1024;
}

export function settingsFrom(
  config: RestConfig,
  { overrides, libraries }: DatabaseConfig = { overrides: new Map(), libraries: null },
): RestSettings {
  const list = (name: SettingName) =>
    overrides
      .get(name)
      ?.split(",")
      .map((item) => item.trim());
  const flag = (name: SettingName) =>
    ["true", "t", "on", "yes", "1"].includes(overrides.get(name) ?? "");
  const maxRows = integer(overrides.get("db_max_rows")) ?? config.max_rows;
  const roleClaimKey = overrides.get("jwt_role_claim_key");
  const txEnd = overrides.get("db_tx_end") ?? "commit";
  return {
    schemas: list("db_schemas") ?? config.schemas,
    extraSearchPath: list("db_extra_search_path") ?? config.extra_search_path,
    maxRows: maxRows === null ? null : BigInt(maxRows),
    maxResponseBytes: config.largest_answer ?? defaultMaxResponseBytes("postgres"),
    aggregatesEnabled: flag("db_aggregates_enabled"),
    planEnabled: flag("db_plan_enabled"),
    txOverride: txEnd.endsWith("-allow-override"),
    txRollbackAll: txEnd.startsWith("rollback"),
    preRequest: parseQualifiedName(overrides.get("db_pre_request")),
    rootFunction: parseQualifiedName(overrides.get("db_root_spec")),
    audience: overrides.get("jwt_aud") || null,
    roleClaim: roleClaimKey ? parseRoleClaim(roleClaimKey) : null,
    acceptsTargetNames: overrides.get("url_use_legacy_target_names") !== "false",
    openApi: openApiMode(overrides.get("openapi_mode")),
    openApiSecurity: flag("openapi_security_active"),
    serverTiming: flag("server_timing_enabled"),
    allowedOrigins: (list("server_cors_allowed_origins") ?? []).filter((origin) => origin !== ""),
    traceHeader: overrides.get("server_trace_header") || null,
    terseErrors: overrides.get("client_error_verbosity") === "minimal",
    proxyAddress: URL.parse(overrides.get("openapi_server_proxy_uri") ?? ""),
    // As on the hosted service, the authenticator loads the extension safeupdate by default.
    filterRequired: libraries === null || libraries.includes("safeupdate"),
    appSettings: Object.entries(config.app_settings ?? {}).map(
      ([name, value]) => [`app.settings.${name}`, value] as const,
    ),
    hoistedSettings: list("db_hoisted_tx_settings") ?? [
      "statement_timeout",
      "plan_filter.statement_cost_limit",
      "default_transaction_isolation",
    ],
  };
}

/**
 * Reads the settings for functions from environment variables. For example, PGRST_APP_SETTINGS_API_HOST becomes
 * `app.settings.api_host` (https://docs.postgrest.org/en/v14/references/configuration.html#app-settings).
 */
export function appSettingsOf(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const prefix = "PGRST_APP_SETTINGS_";
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== undefined
        ? [[name.slice(prefix.length).toLowerCase(), value]]
        : [],
    ),
  );
}

function integer(text: string | undefined): number | null {
  const value = Number(text);
  return text !== undefined && Number.isInteger(value) && value >= 0 ? value : null;
}

/** Parses `schema.name`. The schema is empty if the text has no dot. */
export function parseQualifiedName(text: string | undefined): QualifiedName | null {
  if (text === undefined || text === "") return null;
  const dot = text.indexOf(".");
  return dot < 0
    ? { schema: "", name: text }
    : { schema: text.slice(0, dot), name: text.slice(dot + 1) };
}

function openApiMode(text: string | undefined): RestSettings["openApi"] {
  return text === "disabled" || text === "ignore-privileges" ? text : "follow-privileges";
}
