import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { nameKey, type QualifiedName } from "../qualified-name.ts";
import type { ForeignKey } from "./keys.ts";
import type {
  ColumnPair,
  ComputedRelationship,
  JunctionRelationship,
  KeyRelationship,
  Relationship,
  Table,
} from "./types.ts";
import type { ViewKey } from "./views.ts";

/** Loads the computed relationships: functions from a row of one relation to rows of another. */
export async function loadComputedRelationships(
  connection: Connection,
): Promise<ComputedRelationship[]> {
  const { rows } = await connection.query<ComputedRelationship>(sql`
    select 'computed' as kind,
      json_build_object('schema', n.nspname, 'name', p.proname) as function,
      json_build_object('schema', "from".nspname, 'name', argument.typname) as "table",
      json_build_object('schema', "to".nspname, 'name', result.typname) as "foreign",
      not p.proretset or p.prorows = 1 as "toOne",
      argument.oid = result.oid as "isSelf"
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_type argument on argument.oid = p.proargtypes[0]
    join pg_catalog.pg_namespace "from" on "from".oid = argument.typnamespace
    join pg_catalog.pg_class source on source.oid = argument.typrelid
    join pg_catalog.pg_type result on result.oid = p.prorettype
    join pg_catalog.pg_namespace "to" on "to".oid = result.typnamespace
    join pg_catalog.pg_class target on target.oid = result.typrelid
    where p.pronargs = 1
      and source.relkind in ('v', 'r', 'm', 'f', 'p')
      and target.relkind in ('v', 'r', 'm', 'f', 'p')`);
  return rows;
}

/**
 * Returns the relationships between exposed relations, grouped by the relation that they start from. They follow
 * foreign keys in both directions, junction tables, views, and functions.
 */
export function relationshipsOf(parts: {
  readonly tables: readonly Table[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly viewKeys: readonly ViewKey[];
  readonly computed: readonly ComputedRelationship[];
  readonly schemas: readonly string[];
}): Map<string, Relationship[]> {
  const { tables, foreignKeys, computed, schemas } = parts;
  const direct = foreignKeys.filter((key) => !key.inherited).map(fromForeignKey);
  const outward = [
    ...direct,
    ...direct.flatMap((relation) => throughViews(relation, parts.viewKeys)),
  ];
  const detected = [...outward, ...outward.map(inverse), ...junctions(outward, tables)];
  const overriding = new Set(
    computed.map((relation) => `${nameKey(relation.table)}\0${nameKey(relation.function)}`),
  );
  const all = [
    ...detected.filter(
      ({ table, foreign }) => !overriding.has(`${nameKey(table)}\0${nameKey(foreign)}`),
    ),
    ...computed,
  ];
  const exposed = all.filter(
    ({ table, foreign }) => schemas.includes(table.schema) && schemas.includes(foreign.schema),
  );
  const byTable = Map.groupBy(exposed.toSorted(inOrder), ({ table }) => nameKey(table));
  // A relation that only has relationships through hidden junctions stays in the map, with an empty list.
  const throughExposed = (relation: Relationship) =>
    relation.kind !== "many-to-many" || schemas.includes(relation.junction.table.schema);
  return new Map([...byTable].map(([table, list]) => [table, list.filter(throughExposed)]));
}

function fromForeignKey(key: ForeignKey): KeyRelationship {
  return {
    kind: key.unique ? "one-to-one" : "many-to-one",
    table: key.table,
    foreign: key.foreign,
    isSelf: key.tableId === key.foreignId,
    constraint: key.name,
    columns: pairs(
      key.columns.map(({ name }) => name),
      key.foreignColumns.map(({ name }) => name),
    ),
    isParent: false,
    tableIsView: false,
    foreignIsView: false,
  };
}

/** Returns the same relationship with views in place of its start, its end, or both. */
function throughViews(relation: KeyRelationship, keys: readonly ViewKey[]): KeyRelationship[] {
  const seen = (part: ViewKey["part"], table: QualifiedName) =>
    keys
      .filter(
        (key) =>
          key.part === part &&
          key.constraint === relation.constraint &&
          nameKey(key.table) === nameKey(table),
      )
      .flatMap((key) => choices(key).map((columns) => ({ view: unqualified(key.view), columns })));
  const starts = seen("foreign", relation.table);
  const ends = seen("referenced", relation.foreign);
  const own = relation.columns.map(([column]) => column);
  const other = relation.columns.map(([, column]) => column);
  return [
    ...starts.map((start) => ({
      ...relation,
      table: start.view,
      isSelf: false,
      columns: pairs(start.columns, other),
      tableIsView: true,
    })),
    ...ends.map((end) => ({
      ...relation,
      foreign: end.view,
      isSelf: false,
      columns: pairs(own, end.columns),
      foreignIsView: true,
    })),
    ...starts.flatMap((start) =>
      ends.map((end) => ({
        ...relation,
        table: start.view,
        foreign: end.view,
        isSelf: nameKey(start.view) === nameKey(end.view),
        columns: pairs(start.columns, end.columns),
        tableIsView: true,
        foreignIsView: true,
      })),
    ),
  ];
}

/** Returns every combination of one view column for each column of the key. */
function choices(key: ViewKey): string[][] {
  return key.columns.reduce<string[][]>(
    (chosen, { shownAs }) => chosen.flatMap((list) => shownAs.map((column) => [...list, column])),
    [[]],
  );
}

function inverse(relation: KeyRelationship): KeyRelationship {
  return {
    ...relation,
    kind: relation.kind === "many-to-one" ? "one-to-many" : "one-to-one",
    table: relation.foreign,
    foreign: relation.table,
    columns: swapped(relation.columns),
    isParent: true,
    tableIsView: relation.foreignIsView,
    foreignIsView: relation.tableIsView,
  };
}

/** A table whose primary key contains two foreign keys is a junction of the tables that they reference. */
function junctions(
  relations: readonly KeyRelationship[],
  tables: readonly Table[],
): JunctionRelationship[] {
  const primaryKeys = new Map(tables.map((table) => [nameKey(table), new Set(table.primaryKey)]));
  const starting = Map.groupBy(
    relations.filter(({ kind }) => kind === "many-to-one"),
    ({ table }) => nameKey(table),
  );
  return [...starting].flatMap(([junction, outward]) => {
    const primaryKey = primaryKeys.get(junction) ?? new Set();
    const withinPrimaryKey = outward.filter(({ columns }) =>
      columns.every(([column]) => primaryKey.has(column)),
    );
    return withinPrimaryKey.flatMap((item) =>
      withinPrimaryKey
        .filter((other) => other.constraint !== item.constraint)
        .map(
          (other): JunctionRelationship => ({
            kind: "many-to-many",
            table: item.foreign,
            foreign: other.foreign,
            isSelf: nameKey(item.foreign) === nameKey(other.foreign),
            junction: {
              table: item.table,
              constraint1: item.constraint,
              constraint2: other.constraint,
              source: swapped(item.columns),
              target: swapped(other.columns),
            },
            tableIsView: item.foreignIsView,
            foreignIsView: other.foreignIsView,
          }),
        ),
    );
  });
}

function pairs(from: readonly string[], to: readonly string[]): ColumnPair[] {
  return from.map((column, index) => [column, to[index] ?? ""]);
}

function swapped(columns: readonly ColumnPair[]): ColumnPair[] {
  return columns.map(([from, to]) => [to, from]);
}

function unqualified({ schema, name }: QualifiedName): QualifiedName {
  return { schema, name };
}

const kindOrder = ["one-to-many", "many-to-one", "one-to-one", "many-to-many", "computed"];

/** Compares relationships by PostgREST's order of the candidates in PGRST201. */
function inOrder(item: Relationship, other: Relationship): number {
  return (
    Number(item.kind === "computed") - Number(other.kind === "computed") ||
    compare(nameKey(item.table), nameKey(other.table)) ||
    compare(nameKey(item.foreign), nameKey(other.foreign)) ||
    Number(item.isSelf) - Number(other.isSelf) ||
    kindOrder.indexOf(item.kind) - kindOrder.indexOf(other.kind) ||
    compare(detail(item), detail(other))
  );
}

function detail(relation: Relationship): string {
  switch (relation.kind) {
    case "many-to-many":
      return JSON.stringify(relation.junction);
    case "computed":
      return nameKey(relation.function);
    case "many-to-one":
    case "one-to-many":
    case "one-to-one":
      return JSON.stringify([relation.constraint, relation.columns]);
    default:
      return relation satisfies never;
  }
}

function compare(item: string, other: string): number {
  return item < other ? -1 : item > other ? 1 : 0;
}
