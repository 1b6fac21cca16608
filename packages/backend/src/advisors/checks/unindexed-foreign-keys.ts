import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";
import { isProjectTable, relation } from "../fragments.ts";

export const unindexedForeignKeys: Check = {
  name: "unindexed_foreign_keys",
  remediation: lintPage("0001_unindexed_foreign_keys"),
  title: "Foreign key without an index",
  level: "INFO",
  category: "PERFORMANCE",
  description:
    "Without an index on the key, joins and each delete in the referenced table read the whole table.",
  // An index is sufficient if its first columns are the columns of the key, in any order.
  statement: () => sql`
    select n.nspname::text as schema, c.relname::text as name, 'table' as type,
      fk.conname::text as key,
      format('The foreign key %I of %s has no index on (%s).', fk.conname, ${relation}, k.columns)
        as detail,
      format('create index on %s (%s);', ${relation}, k.columns) as fix,
      jsonb_build_object('fkey_name', fk.conname, 'fkey_columns', fk.conkey) as metadata
    from pg_catalog.pg_constraint as fk
      join pg_catalog.pg_class as c on c.oid = fk.conrelid
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      cross join lateral (
        select string_agg(quote_ident(a.attname), ', ' order by position) as columns
        from unnest(fk.conkey) with ordinality as k (attnum, position)
          join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum = k.attnum
      ) as k
    where fk.contype = 'f' and fk.conparentid = 0 and ${isProjectTable}
      and not exists (
        select from pg_catalog.pg_index as i
        where i.indrelid = c.oid and i.indisvalid
          and (i.indpred is null
            or pg_get_expr(i.indpred, i.indrelid) ~ '^\\([^()]+ IS NOT NULL\\)$')
          and cardinality(fk.conkey) <= i.indnkeyatts
          and fk.conkey <@ (
            select array_agg(attnum) from unnest(i.indkey::int2[]) with ordinality as k (attnum, position)
            where position <= cardinality(fk.conkey)))`,
};
