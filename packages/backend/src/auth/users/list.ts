import type { Database } from "../../database/port.ts";
import { join, type Sql, sql } from "../../database/sql.ts";
import { type Cursor, type Page, type PageOfRows, queryPage } from "../pagination.ts";
import type { User } from "./users.ts";

/** The length of the columns `email` and `aud`, in characters. */
const maxFilterLength = 255;

/** The sort direction, by creation time. */
export type Direction = "asc" | "desc";

export interface UserQuery {
  readonly audience: string;
  /** Text to find in the address or the full name. Empty if all users are requested. */
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

export interface UsersAfterCursor {
  readonly users: readonly User[];
  /** The position of the last user. Undefined on the last page. */
  readonly next: Cursor | undefined;
}

/**
 * Returns the users after a position. Unlike {@link findUsers}, it neither counts nor skips rows, so the last page of a
 * long list is as fast as the first. Users who sign up between two requests do not shift the pages.
 */
export async function findUsersAfter(
  database: Database,
  { audience, filter, order: [direction = "desc"] }: UserQuery,
  { cursor, limit }: { readonly cursor: Cursor | undefined; readonly limit: number },
): Promise<UsersAfterCursor> {
  const comparison = direction === "asc" ? sql`>` : sql`<`;
  const isOnLaterPage = cursor
    ? sql`(created_at, id) ${comparison} (${cursor.created_at}::timestamptz, ${cursor.id}::uuid)`
    : sql`true`;
  const { rows } = await database.query<User & { readonly position: string }>(sql`
    select *, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
    from auth.users
    where aud = ${audience.slice(0, maxFilterLength + 1)} and ${matchCondition(filter)} and ${isOnLaterPage}
    order by ${orderClauses[direction]}, id ${direction === "asc" ? sql`asc` : sql`desc`}
    limit ${limit + 1}`);
  const users = rows.slice(0, limit);
  const last = users.at(-1);
  const hasMore = rows.length > limit;
  return { users, next: hasMore && last ? { created_at: last.position, id: last.id } : undefined };
}

const orderClauses: Readonly<Record<Direction, Sql>> = {
  asc: sql`created_at asc`,
  desc: sql`created_at desc`,
};

function matchCondition(filter: string): Sql {
  if (filter === "") return sql`true`;
  // PostgreSQL does not accept NUL characters in text.
  if (filter.length > maxFilterLength || filter.includes("\0")) return sql`false`;
  const pattern = `%${filter}%`;
  return sql`(email like ${pattern} or raw_user_meta_data ->> 'full_name' ilike ${pattern})`;
}
