import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";
import {
  isExposed,
  isProjectTable,
  readers,
  relation,
  relationType,
  revokeAll,
} from "../fragments.ts";

export const exposedUsers: Check = {
  name: "auth_users_exposed",
  remediation: lintPage("0002_auth_users_exposed"),
  title: "View that shows auth.users",
  level: "ERROR",
  category: "SECURITY",
  description:
    "A view over auth.users shows the accounts and addresses of all users to the roles that may select from it.",
  // The query is recursive because a view can read another view. Views with `security_invoker` are harmless, because
  // the API's roles have no privileges on auth.users.
  statement: ({ exposedSchemas }) => sql`
    with recursive readers_of_users as (
      select to_regclass('auth.users')::oid as oid
      union
      select r.ev_class from readers_of_users as read
        join pg_catalog.pg_depend as d on d.refobjid = read.oid
          and d.refclassid = 'pg_catalog.pg_class'::regclass
          and d.classid = 'pg_catalog.pg_rewrite'::regclass
        join pg_catalog.pg_rewrite as r on r.oid = d.objid
    )
    select n.nspname::text as schema, c.relname::text as name, ${relationType} as type,
      format('%s may select from the %s %s, which reads auth.users.',
        array_to_string(${readers}, ' and '), ${relationType}, ${relation}) as detail,
      ${revokeAll} as fix,
      jsonb_build_object('exposed_to', ${readers}) as metadata
    from readers_of_users
      join pg_catalog.pg_class as c using (oid)
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and cardinality(${readers}) > 0
      and ${isExposed(exposedSchemas)} and ${isProjectTable}
      and not exists (
        select from pg_options_to_table(c.reloptions)
        where option_name = 'security_invoker' and option_value in ('true', 'on', 'yes', '1'))`,
};
