import { type Sql, sql, trusted } from "./sql.ts";

/** The schemas of Supabase, of extensions and of the server itself. Their objects do not belong to the project. */
const systemSchemas = [
  "pg_catalog",
  "information_schema",
  "auth",
  "storage",
  "realtime",
  "_realtime",
  "portico",

  "extensions",
  "graphql",
  "graphql_public",
  "vault",
  "pgsodium",
  "pgsodium_masks",
  "pgbouncer",
  "supabase_functions",
  "supabase_migrations",
  "net",
  "cron",
  "pgmq",
  "pgtle",
  "repack",
  "tiger",
  "tiger_data",
  "topology",
  "pgroonga",
  "dbdev",
  "_analytics",
  "_supavisor",
  "_timescaledb_cache",
  "_timescaledb_catalog",
  "_timescaledb_config",
  "_timescaledb_internal",
];

/** Returns the condition that a schema, such as `n.nspname`, belongs to the project. */
export const isProjectSchema = (name: string): Sql =>
  sql`${trusted(name)} <> all(${systemSchemas}::text[]) and ${trusted(name)} not like 'pg\\_%'`;

/**
 * Returns the condition that an object does not belong to an extension. `catalog` is the catalog of the object's row.
 */
export const isOutsideExtensions = (catalog: string, oid: string): Sql =>
  trusted(`not exists (
    select from pg_catalog.pg_depend
    where pg_depend.classid = 'pg_catalog.${catalog}'::regclass and pg_depend.objid = ${oid}
      and pg_depend.deptype = 'e')`);

/**
 * The condition that a table `c` in a schema `n` has policies of the project. Policies on Supabase's tables of files
 * and channels also belong to the project.
 */
export const hasProjectPolicies: Sql = sql`
  (${isProjectSchema("n.nspname")}
    or (n.nspname, c.relname) in (
      ('storage', 'objects'), ('storage', 'buckets'), ('realtime', 'messages')))
  and ${isOutsideExtensions("pg_class", "c.oid")}`;
