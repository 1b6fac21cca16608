import { identifier, join, type Sql, sql, trusted } from "../../database/sql.ts";
import type { Structure } from "../catalog/structure.ts";
import { columnOf } from "./cells.ts";

/** Maps the comparison operators of a filter to PostgreSQL's operators. */
const comparisons = { eq: "=", neq: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

export const operators = [
  ...(Object.keys(comparisons) as (keyof typeof comparisons)[]),
  "contains",
  "starts",
  "null",
  "notnull",
] as const;

export interface Filter {
  readonly column: string;
  readonly operator: (typeof operators)[number];
  readonly value?: string | undefined;
}

/** Returns the condition of a filter. PostgreSQL parses the value with the column's type. */
function conditionOf(structure: Structure, { column, operator, value = "" }: Filter): Sql {
  const name = identifier(columnOf(structure, column).name);
  switch (operator) {
    case "null":
      return sql`${name} is null`;
    case "notnull":
      return sql`${name} is not null`;
    case "contains":
      return sql`${name}::text ilike ${`%${escaped(value)}%`}`;
    case "starts":
      return sql`${name}::text ilike ${`${escaped(value)}%`}`;
    default:
      return sql`${name} ${trusted(comparisons[operator])} ${value}`;
  }
}

/** Searching more columns would be slow and rarely useful. */
const maxSearchedColumns = 30;

/** Returns the condition that at least one column contains the text. */
function searchOf(columns: readonly string[], text: string): Sql {
  const pattern = `%${escaped(text)}%`;
  const columnConditions = columns
    .slice(0, maxSearchedColumns)
    .map((name) => sql`${identifier(name)}::text ilike ${pattern}`);
  return sql`(${join(columnConditions, " or ")})`;
}

const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Returns the conditions for a page of rows. */
export function conditionsOf(
  structure: Structure,
  filters: readonly Filter[],
  search: { readonly text: string; readonly columns: readonly string[] },
): Sql[] {
  return [
    ...filters.map((filter) => conditionOf(structure, filter)),
    ...(search.text !== "" && search.columns.length > 0
      ? [searchOf(search.columns, search.text)]
      : []),
  ];
}

export const where = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql`where ${join(conditions, " and ")}` : sql``;
