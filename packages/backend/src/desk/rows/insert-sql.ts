import { identifier, join, type Sql, sql, trusted } from "../../database/sql.ts";
import type { Structure } from "../catalog/structure.ts";

/** Maps the columns of a row to values in PostgreSQL's text format. Missing columns get their defaults. */
export type Values = Readonly<Record<string, string | null>>;

/**
 * Returns the statement that inserts rows. It accepts values for identity columns, so that a deleted row can be
 * restored.
 */
export function insertSql(
  { schema, name }: Structure,
  names: readonly string[],
  rows: readonly Values[],
): Sql {
  const relation = identifier(schema, name);
  if (names.length === 0) return sql`insert into ${relation} default values`;
  return sql`
    insert into ${relation} (${join(names.map((column) => identifier(column)))})
    overriding system value values ${join(rows.map((row) => valuesSql(names, row)))}`;
}

const valuesSql = (names: readonly string[], row: Values): Sql =>
  sql`(${join(names.map((name) => (Object.hasOwn(row, name) ? sql`${row[name]}` : trusted("default"))))})`;
