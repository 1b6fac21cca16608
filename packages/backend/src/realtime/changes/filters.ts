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
 * Gives a filter its column's type, and checks its value.
 *
 * @throws {DatabaseError} when the role has no such column, or its type no such value
 */
export async function typedFilter(
  database: Database,
  { columns }: Table,
  filter: Filter,
  role: string,
): Promise<TypedFilter> {
  const { column, operator, value } = filter;
  const found = columns.find(({ name, readers }) => name === column && readers.includes(role));
  if (!found) {
    throw new DatabaseError({ code: "P0001", message: `invalid column for filter ${column}` });
  }
  const { type, typeOid } = found;
  if (operator === "is") {
    if (/^(null|true|false|unknown)$/i.test(value)) {
      return { ...filter, typeOid, decide: isDecision(filter) };
    }
    throw new DatabaseError({ code: "22023", message: `invalid value for is filter: ${value}` });
  }
  const [, { rows }] = await database.batch<[unknown, { values: string[] }]>([
    sql`select set_config('role', ${role}, true)`,
    sql`select realtime.texts_of(${value}, ${typeOid}::bigint::oid, ${operator === "in"}) as values`,
  ]);
  return { ...filter, typeOid, decide: decisionOf(filter, type, rows[0]?.values ?? []) };
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
