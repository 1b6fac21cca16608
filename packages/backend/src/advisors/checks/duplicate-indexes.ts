import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";
import { isProjectTable, relation, relationType } from "../fragments.ts";

export const duplicateIndexes: Check = {
  name: "duplicate_index",
  remediation: lintPage("0009_duplicate_index"),
  title: "Identical indexes",
  level: "WARN",
  category: "PERFORMANCE",
  description:
    "A second index on the same columns takes space and slows down every write, and no query needs it.",
  // The fix keeps one index of each group, in this order of preference: one that foreign keys refer to, a key, a unique
  // index. A plain index is also redundant if a unique index has the same columns.
  statement: () => sql`
    with indexes as (
      select i.*, x.relname, x.relnamespace,
        first_value(x.relname) over same as keeper, row_number() over same as rank,
        constraints.name as constraint_name
      from pg_catalog.pg_index as i
        join pg_catalog.pg_class as x on x.oid = i.indexrelid
        left join lateral (
          select con.conname as name from pg_catalog.pg_constraint as con
          where con.conindid = i.indexrelid and con.contype in ('p', 'u', 'x')
        ) as constraints on true
      where i.indisvalid and not x.relispartition
      window same as (
        partition by i.indrelid, x.relam, i.indkey::text, i.indnkeyatts, i.indclass::text,
          i.indcollation::text, i.indoption::text, pg_get_expr(i.indexprs, i.indrelid),
          pg_get_expr(i.indpred, i.indrelid),
          case when constraints.name is null then true else i.indimmediate end
        order by
          exists (
            select from pg_catalog.pg_constraint as fk
            where fk.contype = 'f' and fk.conindid = i.indexrelid) desc,
          i.indisprimary desc, constraints.name is not null desc, i.indisunique desc, x.relname)
    )
    select n.nspname::text as schema, c.relname::text as name, ${relationType} as type,
      i.relname::text as key,
      format('The index %I of %s is the same as %I.', i.relname, ${relation}, i.keeper) as detail,
      case when i.constraint_name is null then format('drop index %I.%I;', n.nspname, i.relname)
        else format('alter table %s drop constraint %I;', ${relation}, i.constraint_name)
      end as fix,
      jsonb_build_object('indexes', array[i.keeper, i.relname]) as metadata
    from indexes as i
      join pg_catalog.pg_class as c on c.oid = i.indrelid
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where i.rank > 1 and ${isProjectTable}`,
};
