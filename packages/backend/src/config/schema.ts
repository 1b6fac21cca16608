import type { z } from "zod";
import { auth } from "./auth.ts";
import { count, flag, ignored, optionalText, port, table, texts, url, whole } from "./setting.ts";

/** `[api]` */
const api = table({
  enabled: flag().default(true),
  port: port().default(54321),
  schemas: texts().default(["public", "graphql_public"]),
  extra_search_path: texts().default(["public", "extensions"]),
  max_rows: count().default(1000),
  auto_expose_new_tables: flag().optional(),
  tls: table({
    enabled: flag().default(false),
    cert_path: optionalText(),
    key_path: optionalText(),
  }).prefault({}),
  /** Absent: the server's own origin. */
  external_url: url(),
});

/** `[db]`: what the project folder says about its migrations and seeds; the rest is of the CLI. */
const db = table({
  // The embedded database has a version of its own, so that later ones do no harm.
  major_version: whole("a version of PostgreSQL", 13).default(17),
  migrations: table({
    enabled: flag().default(true),
    schema_paths: texts().default([]),
  }).prefault({}),
  seed: table({
    enabled: flag().default(true),
    sql_paths: texts().default(["./seed.sql"]),
  }).prefault({}),
  port: ignored(),
  shadow_port: ignored(),
  health_timeout: ignored(),
  root_key: ignored(),
  orioledb_version: ignored(),
  pooler: ignored(),
  settings: ignored(),
  network_restrictions: ignored(),
  ssl_enforcement: ignored(),
  vault: ignored(),
});

/** `[local_smtp]`, once `[inbucket]`: where messages wait that no SMTP server is configured for. */
const inbucket = table({
  enabled: flag().default(true),
  /** Absent: the inbox has no port of its own, so that two projects do not fight for one. */
  port: port().optional(),
  smtp_port: port().optional(),
  pop3_port: port().optional(),
  /** Who messages that stay here are from. */
  admin_email: optionalText(),
  sender_name: optionalText(),
});

/**
 * supabase/config.toml, key by key, with the defaults of the file that `supabase init` writes.
 * Durations are seconds once read; an empty text is absent wherever the CLI takes it so.
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
  analytics: ignored(),
  compute: ignored(),
  edge_runtime: ignored(),
  experimental: ignored(),
  functions: ignored(),
  realtime: ignored(),
  remotes: ignored(),
  storage: ignored(),
  studio: ignored(),
}).transform(({ local_smtp, ...config }) => ({
  ...config,
  /** By the name that the CLI had for it until 2026, whichever of the two the file uses. */
  inbucket: local_smtp ?? config.inbucket,
}));

/** What a config.toml may hold, as an object. */
export type ConfigInput = z.input<typeof configSchema>;

/** What a config.toml says, defaults applied, before the server's own origin is known. */
export type ParsedConfig = z.output<typeof configSchema>;

export interface ApiConfig extends Omit<ParsedConfig["api"], "external_url"> {
  /** Where the whole server is reached, such as `http://localhost:3000`. */
  external_url: string;
}

export interface AuthConfig
  extends Omit<ParsedConfig["auth"], "site_url" | "external_url" | "jwt_issuer"> {
  /** Where the application is: the default target of redirects. */
  site_url: string;
  /** Where the auth wire is reached, such as `http://localhost:3000/auth/v1`. */
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
 * Fills in what depends on where the server is reached.
 *
 * @param origin scheme, host and port without a slash at the end, such as `http://localhost:3000`
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
 * The issuer of tokens, where the configuration says where the server is reached. Otherwise that is
 * the address at which each process happens to listen, and two on one database have two.
 */
export function fixedIssuer(parsed: ParsedConfig, config: Config): string | undefined {
  const isFixed = parsed.auth.jwt_issuer ?? parsed.auth.external_url ?? parsed.api.external_url;
  return isFixed === undefined ? undefined : config.auth.jwt_issuer;
}

/**
 * The configuration of a folder without a config.toml, served at http://localhost:3000.
 *
 * @param overrides what a config.toml would say, as an object: `{ auth: { jwt_expiry: 60 } }`
 * @throws {z.ZodError} when an override is wrong or its key unknown
 */
export function defaultConfig(overrides: ConfigInput = {}): Config {
  return withOrigin(configSchema.parse(overrides), "http://localhost:3000");
}
