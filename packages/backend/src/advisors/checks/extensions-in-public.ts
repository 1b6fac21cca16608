import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";

export const extensionsInPublic: Check = {
  name: "extension_in_public",
  remediation: lintPage("0014_extension_in_public"),
  title: "Extension in the schema public",
  level: "WARN",
  category: "SECURITY",
  description:
    "The functions of an extension in public are part of the API, and its names may collide with those of the project.",
  statement: () => sql`
    select n.nspname::text as schema, e.extname::text as name, 'extension' as type,
      format('The extension %I is in public.', e.extname) as detail,
      case when e.extrelocatable then format('alter extension %I set schema extensions;', e.extname)
        else format(
          E'-- This extension cannot be moved. PostgreSQL refuses to drop it while columns or functions depend on it.\n'
          'drop extension %1$I;\ncreate extension %1$I with schema extensions;', e.extname)
      end as fix
    from pg_catalog.pg_extension as e join pg_catalog.pg_namespace as n on n.oid = e.extnamespace
    where n.nspname = 'public' and e.extname <> 'plpgsql'`,
};
