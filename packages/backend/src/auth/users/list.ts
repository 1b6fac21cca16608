import type { Database } from "../../database/port.ts";
import { join, type Sql, sql } from "../../database/sql.ts";
import { type Page, type PageOfRows, queryPage } from "../pagination.ts";
import type { User } from "./users.ts";

/** The length of the columns `email` and `aud`, in characters. */
const maxFilterLength = 255;

/** The direction of sorting by the time of creation. */
export type Direction = "asc" | "desc";

export interface UserQuery {
  readonly audience: string;
  /** A part of the address or of the full name. Empty if all users are requested. */
  readonly filter: string;
  readonly order: readonly Direction[];
}

/** Returns a page of users. */
export function findUsers(
  database: Database,
  { audience, filter, order }: UserQuery,
  page: Page,
): Promise<PageOfRows<User>> {
  const truncatedAudience = audience.slice(0, maxFilterLength + 1);
  const query = {
    columns: sql`*`,
    from: sql`from auth.users where aud = ${truncatedAudience} and ${matchCondition(filter)}`,
    // The id breaks ties, so that pages are stable.
    order: join([...order.map((direction) => orderClauses[direction]), sql`id`]),
  };
  return queryPage<User>(database, query, page);
}

const orderClauses: Readonly<Record<Direction, Sql>> = {
  asc: sql`created_at asc`,
  desc: sql`created_at desc`,
};

function matchCondition(filter: string): Sql {
  if (filter === "") return sql`true`;
  if (filter.length > maxFilterLength) return sql`false`;
  const pattern = `%${filter}%`;
  return sql`(email like ${pattern} or raw_user_meta_data ->> 'full_name' ilike ${pattern})`;
}
