import { type Sql, sql, trusted } from "./sql.ts";

/** The schemas of Supabase, extensions and PostgreSQL itself. Their objects are not part of the project. */
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

/** Returns an SQL condition: whether a schema, such as `n.nspname`, is the project's. */
export const isProjectSchema = (name: string): Sql =>
  sql`${trusted(name)} <> all(${systemSchemas}::text[]) and ${trusted(name)} not like 'pg\\_%'`;

/**
 * Returns an SQL condition: whether an object is not part of an extension. `catalog` is the catalog with the object's
 * row.
 */
export const isOutsideExtensions = (catalog: string, oid: string): Sql =>
  trusted(`not exists (
    select from pg_catalog.pg_depend
    where pg_depend.classid = 'pg_catalog.${catalog}'::regclass and pg_depend.objid = ${oid}
      and pg_depend.deptype = 'e')`);

/**
 * An SQL condition: whether a table `c` in a schema `n` has policies of the project. They may also be on Supabase's
 * tables of files and channels.
 */
export const hasProjectPolicies: Sql = sql`
  (${isProjectSchema("n.nspname")}
    or (n.nspname, c.relname) in (
      ('storage', 'objects'), ('storage', 'buckets'), ('realtime', 'messages')))
  and ${isOutsideExtensions("pg_class", "c.oid")}`;
