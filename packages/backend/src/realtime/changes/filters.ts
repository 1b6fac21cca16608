import { type Database, DatabaseError } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Row } from "./change.ts";
import { type Json, textOf } from "./exact-json.ts";
import type { Table } from "./tables.ts";
import type { Filter } from "./wanted.ts";

/** A filter on a column of a table. */
export interface TypedFilter extends Filter {
  /** The object identifier of the column's type. */
  readonly typeOid: number;
  /** Decides about a value, where the database need not be asked. */
  readonly decide: ((value: Json | undefined) => boolean) | undefined;
}

/** Types whose values are equal if and only if their texts are. */
const texts = new Set(["int2", "int4", "int8", "text", "varchar", "uuid", "bool"]);
const integers = new Set(["int2", "int4", "int8"]);

/**
 * Gives filters their columns' types, and checks their values.
 *
 * @throws {DatabaseError} when the role has no such column, or its type no such value
 */
export async function typedFilters(
  database: Database,
  { columns }: Table,
  filters: readonly Filter[],
  role: string,
): Promise<readonly TypedFilter[]> {
  const typed = filters.map((filter) => {
    const { column, operator, value } = filter;
    const found = columns.find(({ name, readers }) => name === column && readers.includes(role));
    if (!found) {
      throw new DatabaseError({ code: "P0001", message: `invalid column for filter ${column}` });
    }
    if (operator === "is" && !/^(null|true|false|unknown)$/i.test(value)) {
      throw new DatabaseError({ code: "22023", message: `invalid value for is filter: ${value}` });
    }
    return { ...filter, ...found };
  });
  const asked = typed.filter(({ operator }) => operator !== "is");
  const texts = asked.length === 0 ? [] : await textsOf(database, role, asked);
  const byFilter = new Map(asked.map((filter, place) => [filter, texts[place] ?? []]));
  return typed.map((filter) => {
    const values = byFilter.get(filter);
    const { column, operator, value, isNegated, type, typeOid } = filter;
    const decide = values ? decisionOf(filter, type, values) : isDecision(filter);
    return { column, operator, value, isNegated, typeOid, decide };
  });
}

/** The canonical texts of the filters' values, or of the values in their lists. */
async function textsOf(
  database: Database,
  role: string,
  filters: readonly (Filter & { readonly typeOid: number })[],
): Promise<readonly (readonly string[])[]> {
  const given = filters.map(({ value, typeOid, operator }) => ({
    ...{ value, type: typeOid, list: operator === "in" },
  }));
  const [, { rows }] = await database.batch<[unknown, { texts: string[] }]>([
    sql`select set_config('role', ${role}, true)`,
    sql`
      select realtime.texts_of(value, type::oid, list) as texts
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as f (value text, type bigint, list boolean)`,
  ]);
  return rows.map(({ texts }) => texts);
}

/** Nothing passes where the column is null, but for `is` and `isdistinct`. */
function decisionOf(
  { operator, isNegated }: Filter,
  type: string,
  values: readonly string[],
): TypedFilter["decide"] {
  const [first = ""] = values;
  const among = new Set(values);
  const comparing = (passes: (value: bigint) => boolean) => (value: Json | undefined) => {
    const text = textOf(value);
    return text !== undefined && passes(BigInt(text)) !== isNegated;
  };
  switch (operator) {
    case "eq":
    case "in":
    case "neq": {
      if (!texts.has(type)) return undefined;
      const isOther = (operator === "neq") !== isNegated;
      return (value) => {
        const text = textOf(value);
        return text !== undefined && among.has(text) !== isOther;
      };
    }
    case "isdistinct":
      if (!texts.has(type)) return undefined;
      return (value) => (textOf(value) !== first) !== isNegated;
    case "lt":
      return integers.has(type) ? comparing((value) => value < BigInt(first)) : undefined;
    case "lte":
      return integers.has(type) ? comparing((value) => value <= BigInt(first)) : undefined;
    case "gt":
      return integers.has(type) ? comparing((value) => value > BigInt(first)) : undefined;
    case "gte":
      return integers.has(type) ? comparing((value) => value >= BigInt(first)) : undefined;
    default:
      return undefined;
  }
}

function isDecision({ value, isNegated }: Filter): TypedFilter["decide"] {
  const wanted = { true: true, false: false }[value.toLowerCase()] ?? null;
  return (found) => ((found ?? null) === wanted) !== isNegated;
}

/**
 * Asks the database which rows pass a filter, as the role that wrote it: a type may run its owner's code.
 *
 * @returns the places of the rows that pass
 */
export async function passing(
  database: Database,
  role: string,
  { column, operator, value, isNegated, typeOid }: TypedFilter,
  rows: readonly Row[],
): Promise<ReadonlySet<number>> {
  const values = rows.map((row) => row[column] ?? null);
  const [, { rows: found }] = await database.batch<[unknown, { place: number }]>([
    sql`select set_config('role', ${role}, true), set_config('timezone', 'UTC', true)`,
    sql`
      select (place - 1)::integer as place
      from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality as v (value, place)
      where realtime.check_equality_op(
        ${operator}::realtime.equality_op, ${typeOid}::bigint::oid, value #>> '{}', ${value}, ${isNegated})`,
  ]);
  return new Set(found.map(({ place }) => place));
}
