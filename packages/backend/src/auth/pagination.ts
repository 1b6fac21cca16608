import type { Database } from "../database/port.ts";
import { type Sql, sql } from "../database/sql.ts";

/** The requested page of a list. */
export interface Page {
  /** The number of the page; the first is 1. */
  readonly number: number;
  readonly size: number;
}

/** The position of the last row of a page, after which the next page begins. */
export interface Cursor {
  /** A time with microseconds, which `Date` does not have. */
  readonly created_at: string;
  readonly id: string;
}

export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  /** The number of rows on all pages. */
  readonly total: number;
}

/** The parts of the query that {@link queryPage} divides into pages. */
export interface ListQuery {
  readonly columns: Sql;
  /** The `from` clause, with the condition. */
  readonly from: Sql;
  readonly order: Sql;
}

/** Returns a page of a list, and the number of all rows at the same moment. */
export function queryPage<Row>(
  database: Database,
  { columns, from, order }: ListQuery,
  { number, size }: Page,
): Promise<PageOfRows<Row>> {
  const offset = Math.min((Math.max(number, 1) - 1) * size, Number.MAX_SAFE_INTEGER);
  return database.transaction(
    async (connection) => {
      const { rows } = await connection.query<Row>(
        sql`select ${columns} ${from} order by ${order} limit ${size} offset ${offset}`,
      );
      const count = await connection.query<{ total: number }>(
        sql`select count(*) as total ${from}`,
      );
      return { rows, total: Number(count.rows[0]?.total ?? 0) };
    },
    { isolation: "repeatable read", readOnly: true },
  );
}
