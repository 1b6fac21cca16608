import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";
import { isExposed, isProjectTable, relation } from "../fragments.ts";

export const rlsDisabled: Check = {
  name: "rls_disabled_in_public",
  remediation: lintPage("0013_rls_disabled_in_public"),
  title: "Table of the API without row-level security",
  level: "ERROR",
  category: "SECURITY",
  description:
    "Everyone who knows the public key may read or change every row of a table without row-level security.",
  statement: ({ exposedSchemas }) => sql`
    select n.nspname::text as schema, c.relname::text as name, 'table' as type,
      format('%s is in the API, and its row-level security is off.', ${relation}) as detail,
      format('alter table %s enable row level security;', ${relation}) as fix
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relrowsecurity
      and ${isExposed(exposedSchemas)} and ${isProjectTable}
      and exists (
        select from unnest(array['anon', 'authenticated']) as role
        where has_table_privilege(role, c.oid, 'insert, update, delete, truncate')
          or has_any_column_privilege(role, c.oid, 'select, insert, update'))`,
};
