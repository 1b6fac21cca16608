import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";
import { isProjectTable, relation } from "../fragments.ts";

export const policiesWithoutRls: Check = {
  name: "policy_exists_rls_disabled",
  remediation: lintPage("0007_policy_exists_rls_disabled"),
  title: "Policies without effect",
  level: "ERROR",
  category: "SECURITY",
  description: "Policies protect nothing until row-level security is enabled on their table.",
  statement: () => sql`
    select n.nspname::text as schema, c.relname::text as name, 'table' as type,
      format('%s has policies (%s), but its row-level security is off.', ${relation},
        string_agg(p.polname, ', ' order by p.polname)) as detail,
      format('alter table %s enable row level security;', ${relation}) as fix
    from pg_catalog.pg_policy as p
      join pg_catalog.pg_class as c on c.oid = p.polrelid
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where not c.relrowsecurity and ${isProjectTable}
    group by c.oid, c.relname, n.nspname`,
};
