import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { QualifiedName } from "../qualified-name.ts";
import { loadCallableRoutines } from "../schema-cache/routines.ts";
import type { Routine } from "../schema-cache/types.ts";
import type { RestSettings } from "../settings.ts";

/** The tables and functions of a schema that the caller may see. */
export interface SchemaDescription {
  readonly comment: string | null;
  /** The names of the visible tables. Null for all tables. */
  readonly tables: readonly QualifiedName[] | null;
  readonly routines: readonly Routine[] | null;
}

/** Loads the part of a schema that the current role may see, or all of it if `openapi-mode` ignores privileges. */
export async function loadDescription(
  connection: Connection,
  schema: string,
  settings: RestSettings,
): Promise<SchemaDescription> {
  const commentResult = await connection.query<{ comment: string | null }>(sql`
    select pg_catalog.obj_description(oid, 'pg_namespace') as comment
    from pg_catalog.pg_namespace where nspname = ${schema}`);
  const comment = commentResult.rows[0]?.comment ?? null;
  if (settings.openApi !== "follow-privileges") {
    return { comment, tables: null, routines: null };
  }
  const tables = await connection.query<QualifiedName>(sql`
    select n.nspname as schema, c.relname as name
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'r', 'm', 'f', 'p') and n.nspname = ${schema} and not c.relispartition
      and (pg_catalog.pg_has_role(c.relowner, 'USAGE')
        or pg_catalog.has_table_privilege(
          c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
        or pg_catalog.has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE, REFERENCES'))`);
  const routines = await loadCallableRoutines(connection, schema);
  return { comment, tables: tables.rows, routines };
}
