import { DatabaseError } from "../../database/errors.ts";
import { maxPatternCost, patternCost } from "../../database/pattern-cost.ts";
import type { Database } from "../../database/port.ts";
import { canceledError } from "../../database/sessions/session.ts";
import { sql } from "../../database/sql.ts";
import { valueCost } from "../../database/value-cost.ts";
import type { Row } from "./change.ts";
import { type Json, toText } from "./exact-json.ts";
import type { Filter } from "./filter-spec.ts";
import type { Table } from "./tables.ts";

/** A filter with the type of its column. */
export interface TypedFilter extends Filter {
  /** The object identifier of the column's type. */
  readonly typeOid: number;
  /** Evaluates the filter in memory. Undefined if only the database can evaluate it. */
  readonly matches: ((value: Json | undefined) => boolean) | undefined;
}

/** Types whose values are equal if and only if their texts are equal. */
const textComparableTypes = new Set(["int2", "int4", "int8", "text", "varchar", "uuid", "bool"]);
const integerTypes = new Set(["int2", "int4", "int8"]);

/**
 * Checks the values of filters and returns the filters with the types of their columns.
 *
 * @throws {DatabaseError} if the role cannot read the column or the value does not fit the column's type
 */
export async function resolveFilterTypes(
  database: Database,
  { columns }: Table,
  filters: readonly Filter[],
  role: string,
): Promise<readonly TypedFilter[]> {
  const typedFilters = filters.map((filter) => {
    const { column, operator, value } = filter;
    const readableColumn = columns.find(
      ({ name, readers }) => name === column && readers.includes(role),
    );
    if (!readableColumn) {
      throw new DatabaseError({ code: "P0001", message: `invalid column for filter ${column}` });
    }
    if (operator === "is" && !/^(null|true|false|unknown)$/i.test(value)) {
      throw new DatabaseError({ code: "22023", message: `invalid value for is filter: ${value}` });
    }
    return { ...filter, ...readableColumn };
  });
  const withValues = typedFilters.filter(({ operator }) => operator !== "is");
  const costs = withValues.map(({ type, operator, value }) =>
    valueCost(operator === "in" ? `${type}[]` : type, value),
  );
  if (costs.reduce((sum, cost) => sum + cost, 0) > maxPatternCost)
    throw canceledError("statement timeout");
  const texts = withValues.length === 0 ? [] : await canonicalTexts(database, role, withValues);
  const byFilter = new Map(withValues.map((filter, index) => [filter, texts[index] ?? []]));
  return typedFilters.map((filter) => {
    const values = byFilter.get(filter);
    const { column, operator, value, isNegated, type, typeOid } = filter;
    const matches = values ? createMatcher(filter, type, values) : createIsMatcher(filter);
    return { column, operator, value, isNegated, typeOid, matches };
  });
}

/** Returns PostgreSQL's text of each filter's value, or of each element of its list. */
async function canonicalTexts(
  database: Database,
  role: string,
  filters: readonly (Filter & { readonly typeOid: number })[],
): Promise<readonly (readonly string[])[]> {
  const values = filters.map(({ value, typeOid, operator }) => ({
    value,
    type: typeOid,
    list: operator === "in",
  }));
  const [, { rows }] = await database.batch<[unknown, { texts: string[] }]>([
    sql`select set_config('role', ${role}, true)`,
    sql`
      select realtime.canonical_values(value, type::oid, list) as texts
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as f (value text, type bigint, list boolean)`,
  ]);
  return rows.map(({ texts }) => texts);
}

/**
 * Returns a matcher for operators that can be evaluated in memory. As in SQL, null matches only `is` and `isdistinct`.
 */
function createMatcher(
  { operator, isNegated }: Filter,
  type: string,
  values: readonly string[],
): TypedFilter["matches"] {
  const [expected = ""] = values;
  const acceptedTexts = new Set(values);
  const compareIntegers = (predicate: (value: bigint) => boolean) => (value: Json | undefined) => {
    const text = toText(value);
    return text !== undefined && predicate(BigInt(text)) !== isNegated;
  };
  switch (operator) {
    case "eq":
    case "in":
    case "neq": {
      if (!textComparableTypes.has(type)) return undefined;
      const isExcluding = (operator === "neq") !== isNegated;
      return (value) => {
        const text = toText(value);
        return text !== undefined && acceptedTexts.has(text) !== isExcluding;
      };
    }
    case "isdistinct":
      if (!textComparableTypes.has(type)) return undefined;
      return (value) => (toText(value) !== expected) !== isNegated;
    case "lt":
      return integerTypes.has(type)
        ? compareIntegers((value) => value < BigInt(expected))
        : undefined;
    case "lte":
      return integerTypes.has(type)
        ? compareIntegers((value) => value <= BigInt(expected))
        : undefined;
    case "gt":
      return integerTypes.has(type)
        ? compareIntegers((value) => value > BigInt(expected))
        : undefined;
    case "gte":
      return integerTypes.has(type)
        ? compareIntegers((value) => value >= BigInt(expected))
        : undefined;
    default:
      return undefined;
  }
}

function createIsMatcher({ value, isNegated }: Filter): TypedFilter["matches"] {
  const expected = { true: true, false: false }[value.toLowerCase()] ?? null;
  return (columnValue) => ((columnValue ?? null) === expected) !== isNegated;
}

/**
 * The maximum of pattern length × text length. PostgreSQL compares the pattern with each position of the text, and does
 * not check its timeout until it has finished; the embedded database would have to be opened again.
 */
const maxPatternWork = 20_000_000;

/**
 * Returns the indexes of the rows that match a filter. Runs as the subscriber's role, because evaluating a type may run
 * its owner's code.
 *
 * @throws {DatabaseError} if the filter takes too long
 */
export async function matchInDatabase(
  database: Database,
  role: string,
  { column, operator, value, isNegated, typeOid }: TypedFilter,
  rows: readonly Row[],
): Promise<ReadonlySet<number>> {
  const values = rows.map((row) => row[column] ?? null);
  if (operator === "like" || operator === "ilike") {
    const longest = Math.max(0, ...values.map((text) => toText(text)?.length ?? 0));
    if (longest * value.length > maxPatternWork) throw canceledError("statement timeout");
  }
  const isRegularExpression = operator === "match" || operator === "imatch";
  if (isRegularExpression && patternCost(value) > maxPatternCost)
    throw canceledError("statement timeout");
  const [, { rows: matchingRows }] = await database.batch<[unknown, { index: number }]>([
    sql`select set_config('role', ${role}, true), set_config('timezone', 'UTC', true)`,
    sql`
      select (v.index - 1)::integer as index
      from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality as v (value, index)
      where realtime.check_equality_op(
        ${operator}::realtime.equality_op, ${typeOid}::bigint::oid, value #>> '{}', ${value}, ${isNegated})`,
  ]);
  return new Set(matchingRows.map(({ index }) => index));
}
