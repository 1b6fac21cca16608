import type { Connection } from "../../database/port.ts";
import { isOutsideExtensions, isProjectSchema } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";

export interface Enum {
  readonly schema: string;
  readonly name: string;
  readonly labels: readonly string[];
}

const maxEnums = 1_000;

/** Lists the enums of the project. */
export async function loadEnums(connection: Connection): Promise<readonly Enum[]> {
  const { rows } = await connection.query<Enum>(sql`
    select n.nspname as schema, t.typname as name,
      array(select e.enumlabel::text from pg_catalog.pg_enum e
        where e.enumtypid = t.oid order by e.enumsortorder) as labels
    from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
    where t.typtype = 'e' and ${isProjectSchema("n.nspname")}
      and ${isOutsideExtensions("pg_type", "t.oid")}
    order by n.nspname, t.typname limit ${maxEnums}`);
  return rows;
}
