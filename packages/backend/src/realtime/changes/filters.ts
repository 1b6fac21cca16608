import { type Database, DatabaseError } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Row } from "./change.ts";
import { textOf } from "./exact-json.ts";
import type { Table } from "./tables.ts";
import type { Filter } from "./wanted.ts";

/** A filter on a column of a table. Equal ones of many subscribers are one. */
export interface TypedFilter extends Filter {
  /** The object identifier of the column's type. */
  readonly typeOid: number;
  /** The values that the column's text may have, where texts decide. */
  readonly texts: ReadonlySet<string> | undefined;
}

/** Types whose values are equal if and only if their texts are. */
const texts = new Set(["int2", "int4", "int8", "text", "varchar", "uuid", "bool"]);
const byText = new Set(["eq", "neq", "in"]);

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
    if (/^(null|true|false|unknown)$/i.test(value)) return { ...filter, typeOid, texts: undefined };
    throw new DatabaseError({ code: "22023", message: `invalid value for is filter: ${value}` });
  }
  const { rows } = await database.query<{ values: string[] }>(
    sql`select realtime.texts_of(${value}, ${typeOid}::bigint::oid, ${operator === "in"}) as values`,
  );
  const isByText = byText.has(operator) && texts.has(type);
  return { ...filter, typeOid, texts: isByText ? new Set(rows[0]?.values) : undefined };
}

/** Whether a row passes a filter whose texts are known. Nothing passes where the column is null. */
export function passesByText(filter: TypedFilter, row: Row): boolean {
  const text = textOf(row[filter.column]);
  if (text === undefined || !filter.texts) return false;
  return (filter.texts.has(text) !== (filter.operator === "neq")) !== filter.isNegated;
}

/**
 * Asks the database which rows pass which filters.
 *
 * @returns for each filter the places of the rows that pass it
 */
export async function passing(
  database: Database,
  filters: readonly TypedFilter[],
  rows: readonly Row[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const asked = filters.map(({ column, operator, value, isNegated, typeOid }) => ({
    ...{ column, operator, value, isNegated, typeOid },
  }));
  const { rows: found } = await database.query<{ filter: number; passing: number[] }>(sql`
    select (f.place - 1)::integer as filter, json_agg((r.place - 1)::integer) as passing
    from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) with ordinality as f (filter, place),
      jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as r (fields, place)
    where realtime.check_equality_op(
      (f.filter ->> 'operator')::realtime.equality_op, (f.filter ->> 'typeOid')::oid::regtype,
      r.fields ->> (f.filter ->> 'column'), f.filter ->> 'value', (f.filter ->> 'isNegated')::boolean)
    group by f.place`);
  return new Map(found.map((one) => [one.filter, new Set(one.passing)]));
}
