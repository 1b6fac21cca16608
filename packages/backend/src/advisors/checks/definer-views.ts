import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";
import { isExposed, isProjectTable, readers, relation } from "../fragments.ts";

export const definerViews: Check = {
  name: "security_definer_view",
  remediation: lintPage("0010_security_definer_view"),
  title: "View with the rights of its owner",
  level: "ERROR",
  category: "SECURITY",
  description:
    "A view reads with the rights of its owner and bypasses the policies of its tables, unless it is security_invoker.",
  statement: ({ exposedSchemas }) => sql`
    select n.nspname::text as schema, c.relname::text as name, 'view' as type,
      format('%s may select from the view %s, which has the rights of its owner.',
        array_to_string(${readers}, ' and '), ${relation}) as detail,
      format('alter view %s set (security_invoker = on);', ${relation}) as fix
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.relkind = 'v' and cardinality(${readers}) > 0
      and ${isExposed(exposedSchemas)} and ${isProjectTable}
      and not exists (
        select from pg_options_to_table(c.reloptions)
        where option_name = 'security_invoker' and option_value in ('true', 'on', 'yes', '1'))`,
};
