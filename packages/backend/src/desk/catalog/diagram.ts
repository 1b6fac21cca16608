import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

/** A table as the diagram shows it. */
export interface DiagramTable {
  readonly name: string;
  readonly hasRowSecurity: boolean;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly isNullable: boolean;
    readonly isKey: boolean;
  }[];
}

/** A foreign key between two tables. The referenced one may be in another schema. */
export interface DiagramRelation {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly target: {
    readonly schema: string;
    readonly name: string;
    readonly columns: readonly string[];
  };
  /** Whether at most one row references each row. */
  readonly isUnique: boolean;
}

export interface Diagram {
  readonly tables: readonly DiagramTable[];
  readonly relations: readonly DiagramRelation[];
  /** Whether the schema has more tables than the diagram shows. */
  readonly isCut: boolean;
}

/** A larger diagram would not be readable. */
const maxTables = 150;
const maxColumns = 100;

/** Returns the tables of a schema and their foreign keys. */
export async function loadDiagram(connection: Connection, schema: string): Promise<Diagram> {
  const [{ rows: tables }, { rows: relations }] = await connection.batch<
    [DiagramTable, DiagramRelation]
  >([
    sql`
      select c.relname as name, c.relrowsecurity as "hasRowSecurity", coalesce((
        select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'isNullable', not a.attnotnull, 'isKey', coalesce(a.attnum = any(pk.conkey), false)) order by a.attnum)
        from (
          select * from pg_catalog.pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          order by a.attnum limit ${maxColumns}) as a
        left join pg_catalog.pg_constraint pk on pk.conrelid = c.oid and pk.contype = 'p'), '[]') as columns
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${schema} and c.relkind in ('r', 'p', 'f') and not c.relispartition
      order by c.relname limit ${maxTables + 1}`,
    sql`
      select k.conname as name, c.relname as "table",
        array(select a.attname::text from unnest(k.conkey) with ordinality as _(attnum, at)
          join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = _.attnum order by at) as columns,
        json_build_object('schema', tn.nspname, 'name', t.relname, 'columns', array(
          select a.attname::text from unnest(k.confkey) with ordinality as _(attnum, at)
          join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = _.attnum order by at)) as target,
        exists (select from pg_catalog.pg_index i where i.indrelid = k.conrelid and i.indisunique
          and i.indpred is null and (i.indkey::int2[])[0:i.indnkeyatts - 1] <@ k.conkey) as "isUnique"
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_class t on t.oid = k.confrelid
      join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
      where n.nspname = ${schema} and k.contype = 'f' and k.conparentid = 0 and not c.relispartition
      order by c.relname, k.conname limit 2000`,
  ]);
  const includedTables = tables.slice(0, maxTables);
  const names = new Set(includedTables.map(({ name }) => name));
  return {
    tables: includedTables,
    relations: relations.filter(({ table }) => names.has(table)),
    isCut: tables.length > maxTables,
  };
}
