import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { QualifiedName } from "../qualified-name.ts";
import type { Key, KeyColumn } from "./keys.ts";
import { readTargetEntries } from "./node-tree.ts";

/** A view with the columns of its query. */
export interface View extends QualifiedName {
  readonly id: number;
  /** The query as a `pg_node_tree`. */
  readonly tree: string;
  readonly columns: readonly KeyColumn[];
}

/**
 * A table's key whose columns a view exposes, possibly under other names. `part` is its role: primary key, or
 * either side of a foreign key.
 */
export interface ViewKey {
  readonly part: "primary" | "foreign" | "referenced";
  readonly constraint: string;
  readonly table: QualifiedName;
  readonly view: QualifiedName;
  readonly columns: readonly { readonly column: string; readonly viewColumns: readonly string[] }[];
}

export async function loadViews(
  connection: Connection,
  schemas: readonly string[],
): Promise<View[]> {
  const { rows } = await connection.query<View>(sql`
    select c.oid::bigint as id, n.nspname as schema, c.relname as name,
      r.ev_action::text as tree,
      (
        select json_agg(json_build_object('number', a.attnum, 'name', a.attname) order by a.attnum)
        from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
    where c.relkind in ('v', 'm') and n.nspname = any (${schemas}::text[])
    order by n.nspname, c.relname`);
  return rows;
}

/** Returns the keys whose columns are all selected by a view in `schemas`, directly or through other views. */
export function findViewKeys(
  views: readonly View[],
  keys: readonly Key[],
  schemas: readonly string[],
): ViewKey[] {
  const origins = originsOf(views);
  const ends = keys.flatMap(endsOf);
  const viewKeyList: ViewKey[] = [];
  for (const view of views) {
    if (!schemas.includes(view.schema)) continue;
    const columnsOfView = mapToViewColumns(view, origins);
    for (const { part, constraint, table, tableId, columns } of ends) {
      const mappedColumns = columns.map(({ number, name }) => ({
        column: name,
        viewColumns: columnsOfView.get(`${tableId}.${number}`) ?? [],
      }));
      if (
        mappedColumns.length === 0 ||
        mappedColumns.some(({ viewColumns }) => viewColumns.length === 0)
      ) {
        continue;
      }
      viewKeyList.push({ part, constraint, table, view, columns: mappedColumns });
    }
  }
  return viewKeyList;
}

/** One end of a key: the columns of one table. */
interface KeyEnd extends Pick<ViewKey, "part" | "constraint" | "table"> {
  readonly tableId: number;
  readonly columns: readonly KeyColumn[];
}

function endsOf(key: Key): KeyEnd[] {
  const { kind: part, name: constraint, table, tableId, columns } = key;
  const ownEnd = { part, constraint, table, tableId, columns };
  if (key.kind === "primary") return [ownEnd];
  const { foreign, foreignId, foreignColumns } = key;
  return [
    ownEnd,
    { part: "referenced", constraint, table: foreign, tableId: foreignId, columns: foreignColumns },
  ];
}

type Origins = ReadonlyMap<number, ReadonlyMap<number, { table: number; column: number }>>;

function originsOf(views: readonly View[]): Origins {
  return new Map(
    views.map((view) => {
      const entries = readTargetEntries(view.tree).map(
        ({ column, originTable, originColumn }) =>
          [column, { table: originTable, column: originColumn }] as const,
      );
      return [view.id, new Map(entries)];
    }),
  );
}

/** Maps each column, by table and column number, to the view's columns that select it. */
function mapToViewColumns(view: View, origins: Origins): Map<string, string[]> {
  const viewColumns = new Map<string, string[]>();
  for (const { number, name } of view.columns) {
    const visited = new Set<number>([view.id]);
    let origin = origins.get(view.id)?.get(number);
    while (origin !== undefined && origin.table !== 0 && !visited.has(origin.table)) {
      visited.add(origin.table);
      const originKey = `${origin.table}.${origin.column}`;
      viewColumns.set(originKey, [...(viewColumns.get(originKey) ?? []), name]);
      origin = origins.get(origin.table)?.get(origin.column);
    }
  }
  return viewColumns;
}
