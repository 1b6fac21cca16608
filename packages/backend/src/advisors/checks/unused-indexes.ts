import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";
import { isProjectTable, relation, relationType } from "../fragments.ts";

export const unusedIndexes: Check = {
  name: "unused_index",
  remediation: lintPage("0005_unused_index"),
  title: "Index that no query has used",
  level: "INFO",
  category: "PERFORMANCE",
  description: "An index that no query uses takes space and slows down every write.",
  // PostgreSQL reads a small table without its indexes, so their statistics are meaningless. The check ignores indexes
  // that start with a column of a foreign key or a policy, because other checks recommend them.
  statement: () => sql`
    select n.nspname::text as schema, c.relname::text as name, ${relationType} as type,
      x.relname::text as key,
      format('No query has used the index %I of %s since the statistics began, and the table has %s rows.',
        x.relname, ${relation}, pg_stat_get_live_tuples(c.oid)) as detail,
      format('drop index %I.%I;', n.nspname, x.relname) as fix,
      jsonb_build_object('index', x.relname) as metadata
    from pg_catalog.pg_index as i
      join pg_catalog.pg_class as x on x.oid = i.indexrelid
      join pg_catalog.pg_class as c on c.oid = i.indrelid
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where i.indisvalid and not i.indisunique and not i.indisexclusion and not x.relispartition
      and x.relkind = 'i' and ${isProjectTable}
      and pg_stat_get_numscans(i.indexrelid) = 0
      and pg_stat_get_live_tuples(c.oid) >= 1000
      and (pg_stat_get_numscans(c.oid) > 0 or exists (
        select from pg_catalog.pg_index as o
        where o.indrelid = c.oid and pg_stat_get_numscans(o.indexrelid) > 0))
      and not exists (
        select from pg_catalog.pg_constraint as fk
        where fk.conrelid = c.oid and fk.contype = 'f' and i.indkey[0] = any(fk.conkey))
      and not exists (
        select from pg_catalog.pg_depend as d
        where d.classid = 'pg_catalog.pg_policy'::regclass
          and d.refobjid = c.oid and d.refobjsubid = i.indkey[0])`,
};
