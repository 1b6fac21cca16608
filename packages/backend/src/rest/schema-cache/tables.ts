import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { baseTypes } from "./base-types.ts";
import type { Column, Table } from "./types.ts";

type TableRow = Omit<Table, "columns"> & { readonly columns: readonly Column[] };

/**
 * Loads every table and view outside the system schemas. Loads columns only for the relations in `schemas`, because
 * other relations matter only as junctions between exposed ones. The search path must be empty, so that types are
 * qualified with their schemas.
 */
export async function loadTables(
  connection: Connection,
  schemas: readonly string[],
): Promise<Table[]> {
  // pg_relation_is_updatable returns bits by command: 4 update, 8 insert, 16 delete.
  const { rows } = await connection.query<TableRow>(sql`
    with ${baseTypes}
    select n.nspname as schema,
      c.relname as name,
      pg_catalog.obj_description(c.oid, 'pg_class') as description,
      c.relkind in ('v', 'm') as "isView",
      c.relkind in ('r', 'p') or writable.bits & 8 = 8 as insertable,
      c.relkind in ('r', 'p') or writable.bits & 4 = 4 as updatable,
      c.relkind in ('r', 'p') or writable.bits & 16 = 16 as deletable,
      coalesce((
        select json_agg(a.attname order by a.attname)
        from pg_catalog.pg_constraint k
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
        where k.conrelid = c.oid and k.contype = 'p'
      ), '[]') as "primaryKey",
      coalesce((
        select json_agg(json_build_object(
          'name', a.attname,
          'description', pg_catalog.col_description(c.oid, a.attnum),
          'nullable', not (a.attnotnull or t.typtype = 'd' and t.typnotnull),
          'type', case
            when t.typtype = 'd' and base.typnamespace = 'pg_catalog'::regnamespace
              then pg_catalog.format_type(base.oid, null)
            when t.typtype <> 'd' and t.typnamespace = 'pg_catalog'::regnamespace
              then pg_catalog.format_type(a.atttypid, null)
            else pg_catalog.format_type(a.atttypid, a.atttypmod)
          end,
          'nominalType', pg_catalog.format_type(a.atttypid, a.atttypmod),
          'maxLength', information_schema._pg_char_max_length(
            information_schema._pg_truetypid(a.*, t.*),
            information_schema._pg_truetypmod(a.*, t.*)),
          'default', case
            when t.typbasetype <> 0 and d.adbin is null
              then pg_catalog.pg_get_expr(t.typdefaultbin, 0)
            when a.attidentity = 'd' then format('nextval(%L)', sequence.objid::regclass)
            when a.attgenerated = 's' then null
            else pg_catalog.pg_get_expr(d.adbin, d.adrelid)
          end,
          'values', coalesce((
            select json_agg(e.enumlabel order by e.enumsortorder)
            from pg_catalog.pg_enum e where e.enumtypid = base.oid
          ), '[]')
        ) order by a.attnum)
        from pg_catalog.pg_attribute a
        join pg_catalog.pg_type t on t.oid = a.atttypid
        left join base_types bt on bt.oid = t.oid
        join pg_catalog.pg_type base on base.oid = coalesce(bt.base_type, t.oid)
        left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        left join pg_catalog.pg_depend sequence
          on sequence.refobjid = c.oid and sequence.refobjsubid = a.attnum
          and sequence.deptype = 'i' and sequence.classid = 'pg_class'::regclass
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and n.nspname = any (${schemas}::text[])
      ), '[]') as columns
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    cross join lateral (
      select case when c.relkind in ('v', 'f')
        then pg_catalog.pg_relation_is_updatable(c.oid, true) else 0 end as bits
    ) as writable
    where c.relkind in ('r', 'v', 'm', 'f', 'p')
      and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    order by n.nspname, c.relname`);
  return rows.map((row) => ({
    ...row,
    columns: new Map(row.columns.map((column) => [column.name, column])),
  }));
}
