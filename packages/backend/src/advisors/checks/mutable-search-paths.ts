import { isOutsideExtensions, isProjectSchema } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";

export const mutableSearchPaths: Check = {
  name: "function_search_path_mutable",
  remediation: lintPage("0011_function_search_path_mutable"),
  title: "Function without a search path",
  level: "WARN",
  category: "SECURITY",
  description:
    "A function without its own search_path looks up names in the schemas of its caller, who can create other objects with these names there.",
  // The check ignores bodies with BEGIN ATOMIC, whose names are resolved when the function is created, and procedures that
  // commit, because a procedure with a setting cannot.
  statement: () => sql`
    select n.nspname::text as schema, p.proname::text as name,
      case p.prokind when 'p' then 'procedure' else 'function' end as type,
      pg_get_function_identity_arguments(p.oid) as key,
      format('%s has no search_path of its own.', p.oid::regprocedure) as detail,
      format(
        E'-- Stricter, if the body names the schema of every object: set search_path = ''''\n'
        'alter routine %s set search_path = public, extensions, pg_temp;',
        p.oid::regprocedure) as fix,
      jsonb_build_object('arguments', pg_get_function_identity_arguments(p.oid)) as metadata
    from pg_catalog.pg_proc as p
      join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
      join pg_catalog.pg_language as l on l.oid = p.prolang
    where p.prokind <> 'a' and p.prosqlbody is null and l.lanname not in ('c', 'internal')
      and not (p.prokind = 'p' and p.prosrc ~* '\\m(commit|rollback)\\M')
      and ${isProjectSchema("n.nspname")} and ${isOutsideExtensions("pg_proc", "p.oid")}
      and not exists (
        select from unnest(p.proconfig) as setting where setting like 'search\\_path=%')`,
};
