import { type Sql, sql, trusted } from "./sql.ts";

/** The schemas of Supabase, of extensions and of the server itself. What is in them is not the project's. */
const systemSchemas = [
  ...["pg_catalog", "information_schema", "auth", "storage", "realtime", "_realtime", "portico"],
  ...[
    "extensions",
    "graphql",
    "graphql_public",
    "vault",
    "pgsodium",
    "pgsodium_masks",
    "pgbouncer",
  ],
  ...["supabase_functions", "supabase_migrations", "net", "cron", "pgmq", "pgtle", "repack"],
  ...["tiger", "tiger_data", "topology", "pgroonga", "dbdev", "_analytics", "_supavisor"],
  ...["_timescaledb_cache", "_timescaledb_catalog", "_timescaledb_config", "_timescaledb_internal"],
];

/** Whether a schema, such as `n.nspname`, is the project's. */
export const isProjectSchema = (name: string): Sql =>
  sql`${trusted(name)} <> all(${systemSchemas}::text[]) and ${trusted(name)} not like 'pg\\_%'`;

/** Whether an object belongs to no extension. `catalog` is the catalog of its row. */
export const isOutsideExtensions = (catalog: string, oid: string): Sql =>
  trusted(`not exists (
    select from pg_catalog.pg_depend
    where pg_depend.classid = 'pg_catalog.${catalog}'::regclass and pg_depend.objid = ${oid}
      and pg_depend.deptype = 'e')`);

/**
 * Whether a table `c` in a schema `n` has policies of the project: those on the files and channels of Supabase are the
 * project's as well.
 */
export const hasProjectPolicies: Sql = sql`
  (${isProjectSchema("n.nspname")}
    or (n.nspname, c.relname) in (
      ('storage', 'objects'), ('storage', 'buckets'), ('realtime', 'messages')))
  and ${isOutsideExtensions("pg_class", "c.oid")}`;
