import { isOutsideExtensions, isProjectSchema } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";
import { isExposed } from "../fragments.ts";

export const definerFunctions: Check = {
  name: "anon_security_definer_function_executable",
  remediation: lintPage("0028_anon_security_definer_function_executable"),
  title: "Security definer function that visitors may call",
  level: "WARN",
  category: "SECURITY",
  description:
    "A security definer function runs with the rights of its owner and bypasses all policies, and visitors may call it without signing in.",
  // The check ignores trigger functions, because the API does not expose them. Revoking EXECUTE from PUBLIC also takes
  // it from `authenticated` and `service_role`, so the fix grants it to them again.
  statement: ({ exposedSchemas }) => sql`
    select n.nspname::text as schema, p.proname::text as name, 'function' as type,
      pg_get_function_identity_arguments(p.oid) as key,
      format('anon may call %s, which is security definer.', p.oid::regprocedure) as detail,
      format(
        E'revoke execute on routine %1$s from public, anon;\n'
        'grant execute on routine %1$s to %2$s;',
        p.oid::regprocedure,
        array_to_string(array(
          select role from unnest(array['authenticated', 'service_role']) as role
          where has_function_privilege(role, p.oid, 'execute')), ', ')) as fix,
      jsonb_build_object('arguments', pg_get_function_identity_arguments(p.oid)) as metadata
    from pg_catalog.pg_proc as p join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
    where p.prosecdef and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and has_function_privilege('anon', p.oid, 'execute')
      and has_schema_privilege('anon', n.oid, 'usage') and ${isExposed(exposedSchemas)}
      and ${isProjectSchema("n.nspname")} and ${isOutsideExtensions("pg_proc", "p.oid")}`,
};
