import { z } from "zod";
import { auth } from "./auth.ts";
import { databaseSettings } from "./database-settings.ts";
import { edgeRuntime, functions } from "./functions.ts";
import { analytics, compute, experimental, pooler, studio } from "./ignored.ts";
import { portico } from "./portico.ts";
import {
  count,
  flag,
  ignored,
  integer,
  namedTable,
  optionalText,
  port,
  secret,
  table,
  texts,
  url,
} from "./setting.ts";
import { storage } from "./storage.ts";

/** `[api]` */
const api = table({
  enabled: flag().default(true),
  port: port().default(54321),
  // PostgREST also uses `public` if the list is empty.
  schemas: texts()
    .transform((schemas) => (schemas.length > 0 ? schemas : ["public"]))
    .default(["public", "graphql_public"]),
  extra_search_path: texts().default(["public", "extensions"]),
  max_rows: count().default(1000),
  auto_expose_new_tables: flag().optional(),
  tls: table({
    enabled: flag().default(false),
    cert_path: optionalText(),
    key_path: optionalText(),
  }).prefault({}),
  /** Defaults to the server's own origin. */
  external_url: url(),
});

/** `[db]`. `without-effect.ts` explains why some keys are ignored. */
const db = table({
  // The embedded database has its own version, so later versions are accepted.
  major_version: integer("a version of PostgreSQL", 13).default(17),
  migrations: table({
    enabled: flag().default(true),
    schema_paths: texts().default([]),
  }).prefault({}),
  seed: table({
    enabled: flag().default(true),
    sql_paths: texts().default(["./seed.sql"]),
  }).prefault({}),
  port: port().default(54322),
  shadow_port: ignored(),
  health_timeout: ignored(),
  root_key: ignored(),
  orioledb_version: ignored(),
  pooler,
  settings: databaseSettings.prefault({}),
  network_restrictions: table({
    enabled: ignored(),
    allowed_cidrs: ignored(),
    allowed_cidrs_v6: ignored(),
  }).optional(),
  ssl_enforcement: table({ enabled: ignored() }).optional(),
  /** Secrets by name. They are written to Vault at startup. */
  vault: namedTable(secret()).default({}),
});

/** `[realtime]` */
const realtime = table({
  enabled: flag().default(true),
  // Ignore the keys that configure the CLI's containers.
  ip_version: ignored(),
  max_header_length: ignored(),
});

/** `[local_smtp]`, formerly `[inbucket]`: the inbox for messages if no SMTP server is configured. */
const inbucket = table({
  enabled: flag().default(true),
  /** Without this key, the inbox has no separate port, so that two projects do not compete for one. */
  port: port().optional(),
  smtp_port: port().optional(),
  pop3_port: port().optional(),
  /** The sender of messages in the inbox. */
  admin_email: optionalText(),
  sender_name: optionalText(),
});

/**
 * The schema of supabase/config.toml, with the defaults of the file that `supabase init` writes. Durations are parsed
 * to seconds. An empty text counts as absent wherever the CLI treats it as absent.
 *
 * Source: the Supabase CLI, `apps/cli-go/pkg/config` (`templates/config.toml` and `Validate`).
 */
export const configSchema = table({
  project_id: optionalText(),
  api: api.prefault({}),
  db: db.prefault({}),
  auth: auth.prefault({}),
  inbucket: inbucket.prefault({}),
  local_smtp: inbucket.optional(),
  analytics,
  compute,
  edge_runtime: edgeRuntime.prefault({}),
  experimental,
  functions: functions.default({}),
  portico: portico.prefault({}),
  realtime: realtime.prefault({}),
  // Settings for projects on the hosted service. `remotes.ts` checks their names.
  remotes: namedTable(z.record(z.string(), z.unknown(), { error: "must be a table" })).default({}),
  storage: storage.prefault({}),
  studio,
}).transform(({ local_smtp, ...config }) => ({
  ...config,
  /** The name that the CLI used until 2026. The backend uses it even if the file has the new name. */
  inbucket: local_smtp ?? config.inbucket,
}));

/** The input of the schema: a config.toml as an object. */
export type ConfigInput = z.input<typeof configSchema>;

/** A parsed config.toml with its defaults, before the server's own origin is known. */
export type ParsedConfig = z.output<typeof configSchema>;

export interface ApiConfig extends Omit<ParsedConfig["api"], "external_url"> {
  /** The public address of the server, such as `http://localhost:3000`. */
  external_url: string;
}

export interface AuthConfig
  extends Omit<ParsedConfig["auth"], "site_url" | "external_url" | "jwt_issuer"> {
  /** The address of the application: the default target of redirects. */
  site_url: string;
  /** The public address of the auth wire, such as `http://localhost:3000/auth/v1`. */
  external_url: string;
  /** The claim `iss` of access tokens. */
  jwt_issuer: string;
}

/** The configuration that the server runs with. */
export interface Config extends Omit<ParsedConfig, "api" | "auth"> {
  api: ApiConfig;
  auth: AuthConfig;
}

/**
 * Fills in the values that depend on the server's origin.
 *
 * @param origin scheme, host and port without a trailing slash, such as `http://localhost:3000`
 */
export function withOrigin(config: ParsedConfig, origin: string): Config {
  const apiUrl = config.api.external_url ?? origin;
  const authUrl = config.auth.external_url ?? `${apiUrl.replace(/\/+$/, "")}/auth/v1`;
  return {
    ...config,
    api: { ...config.api, external_url: apiUrl },
    auth: {
      ...config.auth,
      site_url: config.auth.site_url ?? origin,
      external_url: authUrl,
      jwt_issuer: config.auth.jwt_issuer ?? authUrl,
    },
  };
}

/**
 * Returns the issuer of tokens if the configuration fixes the server's address. Returns undefined otherwise: each
 * process then uses the address on which it listens, so two processes on one database have different issuers.
 */
export function fixedIssuer(parsed: ParsedConfig, config: Config): string | undefined {
  const configuredUrl =
    parsed.auth.jwt_issuer ?? parsed.auth.external_url ?? parsed.api.external_url;
  return configuredUrl === undefined ? undefined : config.auth.jwt_issuer;
}

/**
 * Returns the configuration of a folder without a config.toml, served at http://localhost:3000.
 *
 * @param overrides the keys of a config.toml, as an object: `{ auth: { jwt_expiry: 60 } }`
 * @throws {z.ZodError} if an override is invalid or its key unknown
 */
export function defaultConfig(overrides: ConfigInput = {}): Config {
  return withOrigin(configSchema.parse(overrides), "http://localhost:3000");
}
