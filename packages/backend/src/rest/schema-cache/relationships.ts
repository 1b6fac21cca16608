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
 * Returns the relationships between exposed relations, grouped by the relation that they start from. They come from
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
  const keyRelations = foreignKeys.filter((key) => !key.inherited).map(fromForeignKey);
  const outwardRelations = [
    ...keyRelations,
    ...keyRelations.flatMap((relation) => throughViews(relation, parts.viewKeys)),
  ];
  const detected = [
    ...outwardRelations,
    ...outwardRelations.map(inverse),
    ...findJunctions(outwardRelations, tables),
  ];
  const overriddenKeys = new Set(
    computed.map((relation) => `${nameKey(relation.table)}\0${nameKey(relation.function)}`),
  );
  const relationships = [
    ...detected.filter(
      ({ table, foreign }) => !overriddenKeys.has(`${nameKey(table)}\0${nameKey(foreign)}`),
    ),
    ...computed,
  ];
  const exposedRelationships = relationships.filter(
    ({ table, foreign }) => schemas.includes(table.schema) && schemas.includes(foreign.schema),
  );
  const byTable = Map.groupBy(exposedRelationships.toSorted(compareCandidates), ({ table }) =>
    nameKey(table),
  );
  // A relation that only has relationships through hidden junctions stays in the map, with an empty list.
  const hasExposedJunction = (relation: Relationship) =>
    relation.kind !== "many-to-many" || schemas.includes(relation.junction.table.schema);
  return new Map([...byTable].map(([table, list]) => [table, list.filter(hasExposedJunction)]));
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
  const viewsOf = (part: ViewKey["part"], table: QualifiedName) =>
    keys
      .filter(
        (key) =>
          key.part === part &&
          key.constraint === relation.constraint &&
          nameKey(key.table) === nameKey(table),
      )
      .flatMap((key) =>
        columnCombinations(key).map((columns) => ({ view: unqualified(key.view), columns })),
      );
  const starts = viewsOf("foreign", relation.table);
  const ends = viewsOf("referenced", relation.foreign);
  const ownColumns = relation.columns.map(([column]) => column);
  const foreignColumns = relation.columns.map(([, column]) => column);
  return [
    ...starts.map((start) => ({
      ...relation,
      table: start.view,
      isSelf: false,
      columns: pairs(start.columns, foreignColumns),
      tableIsView: true,
    })),
    ...ends.map((end) => ({
      ...relation,
      foreign: end.view,
      isSelf: false,
      columns: pairs(ownColumns, end.columns),
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
function columnCombinations(key: ViewKey): string[][] {
  return key.columns.reduce<string[][]>(
    (combinations, { viewColumns }) =>
      combinations.flatMap((list) => viewColumns.map((column) => [...list, column])),
    [[]],
  );
}

function inverse(relation: KeyRelationship): KeyRelationship {
  return {
    ...relation,
    kind: relation.kind === "many-to-one" ? "one-to-many" : "one-to-one",
    table: relation.foreign,
    foreign: relation.table,
    columns: swapPairs(relation.columns),
    isParent: true,
    tableIsView: relation.foreignIsView,
    foreignIsView: relation.tableIsView,
  };
}

/** Returns the many-to-many relationships. A table is a junction if its primary key contains two foreign keys. */
function findJunctions(
  relations: readonly KeyRelationship[],
  tables: readonly Table[],
): JunctionRelationship[] {
  const primaryKeys = new Map(tables.map((table) => [nameKey(table), new Set(table.primaryKey)]));
  const relationsByTable = Map.groupBy(
    relations.filter(({ kind }) => kind === "many-to-one"),
    ({ table }) => nameKey(table),
  );
  return [...relationsByTable].flatMap(([junction, references]) => {
    const primaryKey = primaryKeys.get(junction) ?? new Set();
    const withinPrimaryKey = references.filter(({ columns }) =>
      columns.every(([column]) => primaryKey.has(column)),
    );
    return withinPrimaryKey.flatMap((source) =>
      withinPrimaryKey
        .filter((target) => target.constraint !== source.constraint)
        .map(
          (target): JunctionRelationship => ({
            kind: "many-to-many",
            table: source.foreign,
            foreign: target.foreign,
            isSelf: nameKey(source.foreign) === nameKey(target.foreign),
            junction: {
              table: source.table,
              constraint1: source.constraint,
              constraint2: target.constraint,
              source: swapPairs(source.columns),
              target: swapPairs(target.columns),
            },
            tableIsView: source.foreignIsView,
            foreignIsView: target.foreignIsView,
          }),
        ),
    );
  });
}

function pairs(from: readonly string[], to: readonly string[]): ColumnPair[] {
  return from.map((column, index) => [column, to[index] ?? ""]);
}

function swapPairs(columns: readonly ColumnPair[]): ColumnPair[] {
  return columns.map(([from, to]) => [to, from]);
}

function unqualified({ schema, name }: QualifiedName): QualifiedName {
  return { schema, name };
}

const kindOrder = ["one-to-many", "many-to-one", "one-to-one", "many-to-many", "computed"];

/** Compares relationships for the order of PostgREST's error PGRST201, which lists them. */
function compareCandidates(a: Relationship, b: Relationship): number {
  return (
    Number(a.kind === "computed") - Number(b.kind === "computed") ||
    compare(nameKey(a.table), nameKey(b.table)) ||
    compare(nameKey(a.foreign), nameKey(b.foreign)) ||
    Number(a.isSelf) - Number(b.isSelf) ||
    kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) ||
    compare(sortKey(a), sortKey(b))
  );
}

function sortKey(relation: Relationship): string {
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

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
