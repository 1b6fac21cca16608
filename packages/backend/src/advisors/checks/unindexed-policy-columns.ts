import { sql } from "../../database/sql.ts";
import { type Check, policyPerformancePage } from "../check.ts";
import { isProjectTable, relation } from "../fragments.ts";

/** Splinter has no counterpart to this check, but the guide to fast policies recommends it. */
export const unindexedPolicyColumns: Check = {
  name: "unindexed_policy_columns",
  remediation: policyPerformancePage,
  title: "Policy that compares a column without an index",
  level: "INFO",
  category: "PERFORMANCE",
  description:
    "A policy that compares a column without an index makes each query read the whole table.",
  // The USING condition is evaluated for each row that is read. A WITH CHECK condition for new rows does not need an
  // index.
  statement: () => sql`
    with compared as (
      select distinct p.oid as policy, d.refobjid as relation, d.refobjsubid as attnum
      from pg_catalog.pg_policy as p
        join pg_catalog.pg_depend as d on d.classid = 'pg_catalog.pg_policy'::regclass
          and d.objid = p.oid and d.refclassid = 'pg_catalog.pg_class'::regclass
        join pg_catalog.pg_attribute as a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        cross join lateral (
          select '"?' || regexp_replace(a.attname, '(\\W)', '\\\\\\1', 'g') || '"?' as name) as quoted
      where d.refobjsubid > 0 and a.atttypid <> 'boolean'::regtype
        and pg_get_expr(p.polqual, p.polrelid)
          ~ format('(^|[^\\w"])%1$s (=|IN) |(=|IN) \\(?([\\w"]+\\.)?%1$s([^\\w"(]|$)', quoted.name)
    )
    select n.nspname::text as schema, c.relname::text as name, 'table' as type,
      a.attname::text as key,
      format('Policies compare %s.%I, which has no index.', ${relation}, a.attname) as detail,
      format('create index on %s (%I);', ${relation}, a.attname) as fix,
      jsonb_build_object('column', a.attname) as metadata
    from (
        select relation, attnum from compared
        where not exists (
          select from pg_catalog.pg_index as i
          where i.indrelid = compared.relation and i.indisvalid and i.indpred is null
            -- A later column of an index is sufficient if the policy compares the columns before it as well.
            and exists (
              select from generate_series(0, i.indnkeyatts - 1) as position
              where i.indkey[position] = compared.attnum and not exists (
                select from generate_series(0, position - 1) as before
                where i.indkey[before] not in (
                  select other.attnum from compared as other
                  where other.policy = compared.policy and other.relation = compared.relation))))
        group by relation, attnum
      ) as lacking
      join pg_catalog.pg_class as c on c.oid = lacking.relation
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum = lacking.attnum
    where c.relkind in ('r', 'p') and ${isProjectTable}
      -- The check of foreign keys proposes the same index.
      and not exists (
        select from pg_catalog.pg_constraint as fk
        where fk.conrelid = c.oid and fk.contype = 'f' and fk.conkey[1] = a.attnum)`,
};
