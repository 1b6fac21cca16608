import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { QualifiedName } from "../qualified-name.ts";

/** A column of a key. Views refer to it by its number. */
export interface KeyColumn {
  readonly number: number;
  readonly name: string;
}

/** A primary key. */
export interface PrimaryKey {
  readonly kind: "primary";
  readonly name: string;
  readonly tableId: number;
  readonly table: QualifiedName;
  readonly columns: readonly KeyColumn[];
}

/** A foreign key. */
export interface ForeignKey {
  readonly kind: "foreign";
  readonly name: string;
  readonly tableId: number;
  readonly table: QualifiedName;
  readonly columns: readonly KeyColumn[];
  readonly foreignId: number;
  readonly foreign: QualifiedName;
  readonly foreignColumns: readonly KeyColumn[];
  /** True if the columns are also unique, so that the relationship is one-to-one. */
  readonly unique: boolean;
  /** True if the key is a partition's copy of its parent's key. */
  readonly inherited: boolean;
}

export type Key = PrimaryKey | ForeignKey;

/**
 * Loads the keys of all tables. The system catalogue has many keys, which matter only if a view selects their columns.
 */
export async function loadKeys(connection: Connection, includesCatalogue: boolean): Promise<Key[]> {
  const { rows } = await connection.query<Key>(sql`
    with keys as (
      select k.oid, k.conrelid,
        (select array_agg(number order by number) from unnest(k.conkey) as _(number)) as numbers
      from pg_catalog.pg_constraint k
      where k.contype in ('p', 'u')
    )
    select case k.contype when 'p' then 'primary' else 'foreign' end as kind,
      k.conname as name,
      k.conrelid::bigint as "tableId",
      json_build_object('schema', n.nspname, 'name', c.relname) as "table",
      own.columns,
      k.confrelid::bigint as "foreignId",
      json_build_object('schema', fn.nspname, 'name', fc.relname) as "foreign",
      coalesce(other.columns, '[]') as "foreignColumns",
      k.contype = 'f' and exists (
        select from keys where keys.conrelid = k.conrelid and keys.numbers = own.numbers
      ) as "unique",
      k.conparentid <> 0 as inherited
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.conrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join pg_catalog.pg_class fc on fc.oid = k.confrelid
    left join pg_catalog.pg_namespace fn on fn.oid = fc.relnamespace
    cross join lateral (
      select json_agg(json_build_object('number', a.attnum, 'name', a.attname) order by place)
          as columns,
        array_agg(a.attnum order by a.attnum) as numbers
      from unnest(k.conkey) with ordinality as _(number, place)
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = number
    ) as own
    cross join lateral (
      select json_agg(json_build_object('number', a.attnum, 'name', a.attname) order by place)
          as columns
      from unnest(k.confkey) with ordinality as _(number, place)
      join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = number
    ) as other
    where k.contype in ('p', 'f') and (${includesCatalogue} or n.nspname <> 'pg_catalog')
    order by k.conrelid, k.conname`);
  return rows;
}
