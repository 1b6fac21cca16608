/* The source is supabase/cli, `pkg/migration/dump.go`. `portico` and `pg_*` are this backend's own additions. */

/** The schemas that the platform or an extension manages. A name may end in `*`. */
export const managedSchemas: readonly string[] = [
  "information_schema",
  "pg_*",
  "portico",
  "_analytics",
  "_realtime",
  "_supavisor",
  "auth",
  "etl",
  "extensions",
  "pgbouncer",
  "realtime",
  "storage",
  "supabase_functions",
  "supabase_migrations",
  "cron",
  "dbdev",
  "graphql",
  "graphql_public",
  "net",
  "pgmq",
  "pgsodium",
  "pgsodium_masks",
  "pgtle",
  "repack",
  "tiger",
  "tiger_data",
  "timescaledb_*",
  "_timescaledb_*",
  "topology",
  "vault",
];

const schemasWithData = new Set([
  "auth",
  "storage",
  "supabase_functions",
  "cron",
  "net",
  "pgmq",
  "dbdev",
]);

/** The schemas whose rows are not moved. Accounts, metadata of files and queues are moved to the new project. */
export const schemasWithoutData: readonly string[] = managedSchemas.filter(
  (name) => !schemasWithData.has(name),
);
