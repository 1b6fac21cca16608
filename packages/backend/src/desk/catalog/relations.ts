import type { Connection } from "../../database/port.ts";
import { isProjectSchema } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";

export type RelationKind =
  | "table"
  | "partitioned table"
  | "view"
  | "materialized view"
  | "foreign table";

/** A table or view in the list. */
export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly kind: RelationKind;
  /**
   * PostgreSQL's estimate of the number of rows. It is null for views, and for a table that has never been analyzed.
   */
  readonly estimate: number | null;
  readonly hasRowSecurity: boolean;
  /** Whether the schema belongs to the project, and not to Supabase or an extension. */
  readonly isOwn: boolean;
}

/** A longer list would not be usable. */
const maxRelations = 5_000;

/** Lists the schemas with their tables and views. Also lists empty schemas of the project. */
export async function loadRelations(connection: Connection) {
  const [{ rows: schemas }, { rows: relations }] = await connection.batch<
    [{ readonly name: string; readonly isOwn: boolean }, Relation]
  >([
    sql`
      select n.nspname as name, ${isProjectSchema("n.nspname")} as "isOwn"
      from pg_catalog.pg_namespace n
      where n.nspname !~ '^pg_(temp|toast)' and n.nspname not in ('pg_catalog', 'information_schema')
      order by ${isProjectSchema("n.nspname")} desc, n.nspname <> 'public', n.nspname`,
    sql`
      select n.nspname as schema, c.relname as name,
        case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view'
          when 'm' then 'materialized view' else 'foreign table' end as kind,
        case when c.relkind in ('r', 'm', 'p') and c.reltuples >= 0 then c.reltuples::float8 end as estimate,
        c.relrowsecurity as "hasRowSecurity", ${isProjectSchema("n.nspname")} as "isOwn"
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
        and n.nspname !~ '^pg_(temp|toast)' and n.nspname not in ('pg_catalog', 'information_schema')
      order by n.nspname, c.relname
      limit ${maxRelations}`,
  ]);
  return { schemas, relations };
}
