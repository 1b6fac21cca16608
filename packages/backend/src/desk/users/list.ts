import { z } from "zod";
import type { Connection } from "../../database/port.ts";
import { join, type Sql, sql } from "../../database/sql.ts";
import { invalidRequest } from "../errors.ts";

/** A user in the list. Times are ISO 8601. */
export interface ListedUser {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly isAnonymous: boolean;
  readonly role: string | null;
  /** The beginning of the name in the metadata that providers set. */
  readonly name: string | null;
  readonly isConfirmed: boolean;
  readonly isBanned: boolean;
  readonly createdAt: string | null;
  readonly lastSignInAt: string | null;
}

export interface UsersQuery {
  /** A part of the email address, the phone number, the id or the metadata. */
  readonly search: string;
  /** The `next` of the previous page. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface UsersPage {
  readonly people: readonly ListedUser[];
  readonly next: string | null;
  /** The number of users on all pages, up to a limit. Only the first page has it. */
  readonly total: { readonly count: number; readonly isExact: boolean } | null;
}

/** Counting more users would take longer than reading the page. */
const maxCounted = 10_000;

/** The sort position. Users that were inserted with SQL may have no time, and come last. */
const position = sql`coalesce(created_at, '-infinity'), id`;

/** Lists users, the newest first. A page continues after the last user of the previous page. */
export async function listUsers(
  connection: Connection,
  { search, cursor, limit }: UsersQuery,
): Promise<UsersPage> {
  const matching = matchingSql(search);
  const conditions = cursor === undefined ? [matching] : [matching, isAfterSql(cursor)];
  const { rows } = await connection.query<ListedUser & { readonly position: string }>(sql`
    select id, email, phone, coalesce(is_anonymous, false) as "isAnonymous", role,
      left(coalesce(raw_user_meta_data ->> 'full_name', raw_user_meta_data ->> 'name'), 200) as name,
      confirmed_at is not null as "isConfirmed", coalesce(banned_until > now(), false) as "isBanned",
      to_json(created_at) #>> '{}' as "createdAt", to_json(last_sign_in_at) #>> '{}' as "lastSignInAt",
      coalesce(created_at, '-infinity')::text as position
    from auth.users where ${join(conditions, " and ")}
    order by coalesce(created_at, '-infinity') desc, id desc limit ${limit + 1}`);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    people: page.map(({ position: _, ...user }) => user),
    next: last ? JSON.stringify([last.position, last.id]) : null,
    total: cursor === undefined ? await count(connection, matching) : null,
  };
}

function matchingSql(search: string): Sql {
  if (search === "") return sql`deleted_at is null`;
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const texts = [
    sql`coalesce(email, '')`,
    sql`coalesce(phone, '')`,
    sql`id::text`,
    sql`coalesce(raw_user_meta_data::text, '')`,
    sql`coalesce(raw_app_meta_data::text, '')`,
  ];
  const found = texts.map((text) => sql`${text} ilike ${pattern}`);
  return sql`deleted_at is null and (${join(found, " or ")})`;
}

const positionShape = z.tuple([
  z.string().regex(/^(-infinity|\d{4,6}-[\d :.+-]{1,40}( BC)?)$/),
  z.guid(),
]);

function isAfterSql(cursor: string): Sql {
  let parsed: unknown;
  try {
    parsed = JSON.parse(cursor);
  } catch {
    // Leave the position undefined if it is not JSON. The check below refuses it.
  }
  const { data } = positionShape.safeParse(parsed);
  if (!data) throw invalidRequest("`cursor` is not the `next` of a page.");
  const [time, id] = data;
  return sql`(${position}) < (${time}::timestamptz, ${id}::uuid)`;
}

async function count(connection: Connection, matching: Sql): Promise<UsersPage["total"]> {
  const { rows } = await connection.query<{ readonly count: number }>(sql`
    select count(*) as count
    from (select from auth.users where ${matching} limit ${maxCounted + 1}) as counted`);
  const found = Number(rows[0]?.count ?? 0);
  return { count: Math.min(found, maxCounted), isExact: found <= maxCounted };
}
