import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { sessionNotFound } from "../errors.ts";
import type { User } from "../users/users.ts";

/** A row of `auth.sessions`: one signed-in browser. */
export interface Session {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: Date;
  /** When the session began or its refresh token last changed. Reuse of a token does not change it. */
  readonly updated_at: Date | null;
  readonly refreshed_at: Date | null;
  readonly not_after: Date | null;
  readonly aal: "aal1" | "aal2" | "aal3" | null;
  readonly refresh_token_hmac_key: string | null;
  readonly refresh_token_counter: number | null;
  /** The OAuth application of the session, or null for the user's own. */
  readonly oauth_client_id: string | null;
  /** The scopes that the user granted the application. */
  readonly scopes: string | null;
}

/** How long a sign-in is considered recent. */
export const recentSeconds = 24 * 60 * 60;

export function isRecent({ created_at: createdAt }: Session): boolean {
  return createdAt.getTime() + recentSeconds * 1000 > Date.now();
}

/** The columns of a {@link Session}. */
export const sessionColumns = sql`id, user_id, created_at, updated_at,
  refreshed_at at time zone 'utc' as refreshed_at, not_after, aal, refresh_token_hmac_key, refresh_token_counter, oauth_client_id, scopes`;

/** @param ids null matches no session */
export function selectSessions(...ids: readonly (string | null)[]): Sql {
  return sql`select ${sessionColumns} from auth.sessions where id = any(${ids}::uuid[])`;
}

/** Returns every session of a user, including those of OAuth applications. */
export async function sessionsOf(connection: Connection, userId: string): Promise<Session[]> {
  const statement = sql`select ${sessionColumns} from auth.sessions where user_id = ${userId}`;
  return (await connection.query<Session>(statement)).rows;
}

/** Returns a session and locks it until the transaction ends, so that only one tab refreshes at a time. */
export async function lockSession(
  connection: Connection,
  id: string,
): Promise<Session | undefined> {
  return (await connection.query<Session>(sql`${selectSessions(id)} for update`)).rows[0];
}

/**
 * Checks that a session has not ended, and prevents it from ending before the transaction does. The token is
 * checked before the body is read, and a client can send its body slowly: if the owner ends the session in
 * the meantime, the request must not change the account.
 *
 * @param id undefined if the token has no session
 * @throws {AuthError} 403 when the session has ended
 */
export async function keepSessionAlive(
  connection: Connection,
  id: string | undefined,
): Promise<void> {
  if (id === undefined || (await lockSession(connection, id))) return;
  throw sessionNotFound();
}

/** Returns a session and its user, and locks the session. */
export async function lockSessionWithUser(
  connection: Connection,
  id: string,
): Promise<{ session: Session | undefined; user: User | undefined }> {
  const [sessions, users] = await connection.batch<[Session, User]>([
    sql`${selectSessions(id)} for update`,
    sql`select * from auth.users where id = (select user_id from auth.sessions where id = ${id})`,
  ]);
  return { session: sessions.rows[0], user: users.rows[0] };
}

/** Returns whether a session began with a link or a code (supabase/auth, `AuthenticationMethod.IsRecovery`). */
export async function isOpenedByMessage(connection: Connection, id: string): Promise<boolean> {
  const { rows } = await connection.query(sql`
    select from auth.mfa_amr_claims where session_id = ${id}
      and authentication_method in ('otp', 'magiclink', 'recovery')`);
  return rows.length > 0;
}

/** The sessions that a logout ends: all, the current one, or all others. */
export type LogoutScope = "global" | "local" | "others";

/**
 * Ends sessions. For `global` and `others`, also deletes every code that has not been exchanged (PKCE and
 * OAuth), so that an intruder cannot return with one.
 */
export async function endSessions(
  connection: Connection,
  userId: string,
  scope: LogoutScope,
  sessionId: string | undefined,
): Promise<void> {
  const condition =
    sessionId === undefined || scope === "global"
      ? sql`true`
      : scope === "local"
        ? sql`id = ${sessionId}`
        : sql`id <> ${sessionId}`;
  const deleteSessionsSql = sql`delete from auth.sessions where user_id = ${userId} and ${condition}`;
  if (sessionId !== undefined && scope === "local") {
    await connection.query(deleteSessionsSql);
    return;
  }
  // Lock the sessions first, so that they issue no more codes. Then delete the codes, and end every session that
  // a code has just opened.
  await connection.batch([
    sql`select from auth.sessions where user_id = ${userId} and ${condition} for update`,
    sql`delete from auth.flow_state where user_id = ${userId} and auth_code_issued_at is not null`,
    sql`delete from auth.oauth_authorizations where user_id = ${userId} and status = 'approved'`,
    deleteSessionsSql,
  ]);
}

/**
 * Lets every session of a banned user expire, so that a thief's session does not continue when the ban is over. The
 * rows stay, because the reference answers a refresh with `user_banned` during the ban. (In the reference, the session
 * works again afterwards.)
 */
export async function expireSessions(connection: Connection, userId: string): Promise<void> {
  await connection.query(sql`
    update auth.sessions set not_after = now()
    where user_id = ${userId} and (not_after is null or not_after > now())`);
}

/** Ends a user's sessions with an OAuth application. */
export async function endSessionsOfClient(
  connection: Connection,
  userId: string,
  clientId: string,
): Promise<void> {
  await connection.query(sql`
    delete from auth.sessions where user_id = ${userId} and oauth_client_id = ${clientId}`);
}
