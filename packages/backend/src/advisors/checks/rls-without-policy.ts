import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";
import { isProjectTable, ownerColumn, relation } from "../fragments.ts";

export const rlsWithoutPolicy: Check = {
  name: "rls_enabled_no_policy",
  remediation: lintPage("0008_rls_enabled_no_policy"),
  title: "Row-level security without policies",
  level: "INFO",
  category: "SECURITY",
  description:
    "A table with row-level security and without policies is empty for everyone but its owner and service_role.",
  statement: () => sql`
    select n.nspname::text as schema, c.relname::text as name, 'table' as type,
      format('%s has row-level security, but no policies.', ${relation}) as detail,
      case when ${ownerColumn} is null then
        format(
          E'-- If nobody should see its rows, this policy says so. Otherwise replace "false" with a condition.\n'
          'create policy "No access" on %s to anon, authenticated using (false);', ${relation})
      else
        format(
          E'create policy "Users have their own rows" on %1$s to authenticated\n'
          '  using ((select auth.uid()) = %2$s)\n  with check ((select auth.uid()) = %2$s);',
          ${relation}, ${ownerColumn})
      end as fix
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relrowsecurity and ${isProjectTable}
      and not exists (select from pg_catalog.pg_policy as p where p.polrelid = c.oid)`,
};
