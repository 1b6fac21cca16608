import type { Connection, Database } from "../../database/port.ts";
import { isProjectSchema } from "../../database/project-objects.ts";
import { identifier, sql } from "../../database/sql.ts";

/** A session of a user. Times are ISO 8601. */
export interface SessionRow {
  readonly id: string;
  readonly createdAt: string | null;
  /** When its tokens were last refreshed, or else when it started. */
  readonly lastSeenAt: string | null;
  readonly expiresAt: string | null;
  readonly isExpired: boolean;
  readonly aal: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** The name of the OAuth application, or null for the user's own sessions. */
  readonly application: string | null;
}

/** The list contains no more sessions than this. The others can be ended together with all sessions. */
const maxSessions = 100;

/** Returns the latest sessions of a user, and the number of all their sessions. */
export async function sessionsOf(connection: Connection, userId: string) {
  const { rows } = await connection.query<SessionRow & { readonly count: number }>(sql`
    select s.id, to_json(s.created_at) #>> '{}' as "createdAt",
      to_json(coalesce(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at)) #>> '{}' as "lastSeenAt",
      to_json(s.not_after) #>> '{}' as "expiresAt", coalesce(s.not_after <= now(), false) as "isExpired",
      s.aal::text as aal, host(s.ip) as address, left(s.user_agent, 500) as "userAgent",
      left(coalesce(o.client_name, s.oauth_client_id::text), 200) as application,
      count(*) over () as count
    from auth.sessions s left join auth.oauth_clients o on o.id = s.oauth_client_id
    where s.user_id = ${userId}
    order by coalesce(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at) desc nulls last, s.id
    limit ${maxSessions}`);
  return {
    count: Number(rows[0]?.count ?? 0),
    sessions: rows.map(({ count: _, ...session }) => session),
  };
}

/** Rows that refer to a user, and what happens to them if the user is deleted. */
export interface UserReferences {
  readonly schema: string;
  readonly name: string;
  readonly column: string;
  /** `refused`: the user cannot be deleted while these rows exist. */
  readonly consequence: "deleted" | "kept without the user" | "refused";
  readonly rows: { readonly count: number; readonly isExact: boolean };
}

interface Reference extends Omit<UserReferences, "rows"> {
  readonly target: string;
}

/** Nobody would read a longer list. */
const maxReferences = 50;
const maxCounted = 1_000;

/** Returns the rows of the project's tables that refer to a user through a foreign key, and the user's files. */
export async function findUserReferences(
  database: Database,
  userId: string,
): Promise<UserReferences[]> {
  const { rows: references } = await database.query<Reference>(sql`
    select n.nspname as schema, c.relname as name, a.attname as column, target.attname as target,
      case k.confdeltype when 'c' then 'deleted' when 'n' then 'kept without the user'
        when 'd' then 'kept without the user' else 'refused' end as consequence
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.conrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    join pg_catalog.pg_attribute target on target.attrelid = k.confrelid and target.attnum = k.confkey[1]
    where k.contype = 'f' and k.confrelid = 'auth.users'::regclass and cardinality(k.conkey) = 1
      and not c.relispartition and ${isProjectSchema("n.nspname")}
    order by n.nspname, c.relname, a.attnum limit ${maxReferences}`);
  const found: UserReferences[] = [];
  for (const { target, ...reference } of references) {
    const { schema, name, column } = reference;
    const rows = await countRows(
      database,
      sql`select from ${identifier(schema, name)} where ${identifier(column)} =
        (select ${identifier(target)} from auth.users where id = ${userId})`,
    );
    if (rows.count > 0) found.push({ ...reference, rows });
  }
  const files = await countRows(
    database,
    sql`select from storage.objects where owner_id = ${userId}::text`,
  );
  if (files.count > 0) {
    const location = { schema: "storage", name: "objects", column: "owner_id" };
    found.push({ ...location, consequence: "kept without the user", rows: files });
  }
  return found;
}

async function countRows(connection: Connection, rows: ReturnType<typeof sql>) {
  const result = await connection.query<{ readonly count: number }>(sql`
    select count(*) as count from (${rows} limit ${maxCounted + 1}) as counted`);
  const count = Number(result.rows[0]?.count ?? 0);
  return { count: Math.min(count, maxCounted), isExact: count <= maxCounted };
}
