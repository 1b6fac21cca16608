import { flag, ignored, namedTable, optionalText, table } from "./setting.ts";

/**
 * Sections of services that Portico does not run. Their keys are listed so that misspelled ones are reported.
 * `without-effect.ts` explains why they have no effect.
 */

/** `[studio]` */
export const studio = table({
  enabled: ignored(),
  port: ignored(),
  api_url: ignored(),
  openai_api_key: ignored(),
}).optional();

/** `[analytics]` */
export const analytics = table({
  enabled: ignored(),
  port: ignored(),
  vector_port: ignored(),
  backend: ignored(),
  gcp_project_id: ignored(),
  gcp_project_number: ignored(),
  gcp_jwt_path: ignored(),
}).optional();

/** `[compute.*]` */
export const compute = namedTable(
  table({
    runtime: ignored(),
    size: ignored(),
    exposure: ignored(),
    instances: ignored(),
    source: ignored(),
  }),
).default({});

/** `[db.pooler]` */
export const pooler = table({
  enabled: ignored(),
  port: ignored(),
  pool_mode: ignored(),
  default_pool_size: ignored(),
  max_client_conn: ignored(),
}).optional();

/** `[storage.analytics]` */
export const analyticsBuckets = table({
  enabled: ignored(),
  max_namespaces: ignored(),
  max_tables: ignored(),
  max_catalogs: ignored(),
  buckets: ignored(),
}).optional();

/** `[experimental]` */
export const experimental = table({
  compute: ignored(),
  stack: ignored(),
  orioledb_version: ignored(),
  s3_host: ignored(),
  s3_region: ignored(),
  s3_access_key: ignored(),
  s3_secret_key: ignored(),
  webhooks: table({ enabled: ignored() }).optional(),
  pgdelta: table({
    /** Whether the declarative schema is in a separate folder, whose files are not ordered. */
    enabled: flag().default(false),
    /** Relative to the `supabase` folder. */
    declarative_schema_path: optionalText(),
    format_options: ignored(),
  }).optional(),
  inspect: table({ rules: ignored() }).optional(),
}).optional();
