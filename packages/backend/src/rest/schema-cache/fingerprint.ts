import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

/**
 * Returns a fingerprint of the part of the catalogue that the schema cache reads, derived from the transaction id that
 * each row of the catalogue contains. The query takes a few milliseconds.
 */
export async function schemaFingerprint(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ fingerprint: string }>(sql`
    with
      -- Temporary tables come and go with every call of some functions.
      lasting as materialized (
        select oid, xmin, nspname from pg_catalog.pg_namespace where nspname !~ '^pg_(toast_)?temp_'
      ),
      class as materialized (
        select oid, xmin from pg_catalog.pg_class where relnamespace in (select oid from lasting)
      ),
      written as (
        select 'namespace' as catalogue, xmin from lasting
        union all select 'class', xmin from class
        union all select 'attribute', xmin from pg_catalog.pg_attribute
          where attrelid in (select oid from class)
        union all select 'type', xmin from pg_catalog.pg_type
          where typnamespace in (select oid from lasting)
        union all select 'constraint', xmin from pg_catalog.pg_constraint
          where connamespace in (select oid from lasting)
        union all select 'proc', xmin from pg_catalog.pg_proc
        union all select 'trigger', xmin from pg_catalog.pg_trigger
          where tgrelid in (select oid from class)
        union all select 'description', xmin from pg_catalog.pg_description
        union all select 'auth_members', xmin from pg_catalog.pg_auth_members
        union all select 'db_role_setting', xmin from pg_catalog.pg_db_role_setting
      )
    select string_agg(summary, ' ' order by summary) as fingerprint
    from (
      select concat(catalogue, ' ', count(*), ' ', sum(xmin::text::bigint)) as summary
      from written group by catalogue
    ) as catalogues`);
  return rows[0]?.fingerprint ?? "";
}
