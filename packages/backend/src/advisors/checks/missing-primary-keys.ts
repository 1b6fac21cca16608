import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";
import { isProjectTable, relation } from "../fragments.ts";

export const missingPrimaryKeys: Check = {
  name: "no_primary_key",
  remediation: lintPage("0004_no_primary_key"),
  title: "Table without a primary key",
  level: "INFO",
  category: "PERFORMANCE",
  description:
    "Without a primary key, no query, update or replication can identify a single row of the table.",
  statement: () => sql`
    select n.nspname::text as schema, c.relname::text as name, 'table' as type,
      format('%s has no primary key.', ${relation}) as detail,
      case when exists (
          select from pg_catalog.pg_attribute as a
          where a.attrelid = c.oid and a.attname = 'id' and not a.attisdropped)
        then format('alter table %s add primary key (id);', ${relation})
        else format('alter table %s add column id bigint generated always as identity primary key;',
          ${relation})
      end as fix
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and ${isProjectTable}
      and not exists (
        select from pg_catalog.pg_constraint as k where k.conrelid = c.oid and k.contype = 'p')`,
};
