import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";
import { isExposed, isProjectTable, readers, relation, revokeAll } from "../fragments.ts";

export const exposedMaterializedViews: Check = {
  name: "materialized_view_in_api",
  remediation: lintPage("0016_materialized_view_in_api"),
  title: "Materialized view in the API",
  level: "WARN",
  category: "SECURITY",
  description:
    "A materialized view has no row-level security: a role that may select from it sees all of its rows.",
  statement: ({ exposedSchemas }) => sql`
    select n.nspname::text as schema, c.relname::text as name, 'materialized view' as type,
      format('%s may select from the materialized view %s.',
        array_to_string(${readers}, ' and '), ${relation}) as detail,
      ${revokeAll} as fix
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.relkind = 'm' and cardinality(${readers}) > 0
      and ${isExposed(exposedSchemas)} and ${isProjectTable}`,
};
