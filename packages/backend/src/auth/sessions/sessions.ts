import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { forbidden } from "../errors.ts";
import type { User } from "../users/users.ts";

/** A row of `auth.sessions`: one browser, signed in. */
export interface Session {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: Date;
  /**
   * The time when the session began or its refresh token last changed. A token used again leaves it as it
   * is.
   */
  readonly updated_at: Date | null;
  readonly refreshed_at: Date | null;
  readonly not_after: Date | null;
  readonly aal: "aal1" | "aal2" | "aal3" | null;
  readonly refresh_token_hmac_key: string | null;
  readonly refresh_token_counter: number | null;
  /** The application that the user let in by OAuth; null for the user's own browser. */
  readonly oauth_client_id: string | null;
  /** The scopes that the user gave the application. */
  readonly scopes: string | null;
}

/** Seconds for which a sign-in counts as recent. */
export const recentSeconds = 24 * 60 * 60;

export function isRecent({ created_at: beganAt }: Session): boolean {
  return beganAt.getTime() + recentSeconds * 1000 > Date.now();
}

/** Those of a {@link Session}. */
export const sessionColumns = sql`id, user_id, created_at, updated_at,
  refreshed_at at time zone 'utc' as refreshed_at, not_after, aal, refresh_token_hmac_key, refresh_token_counter, oauth_client_id, scopes`;

/** @param ids null finds none */
export function selectSessions(...ids: readonly (string | null)[]): Sql {
  return sql`select ${sessionColumns} from auth.sessions where id = any(${ids}::uuid[])`;
}

/** Every session of a user, those of applications included. */
export async function sessionsOf(connection: Connection, userId: string): Promise<Session[]> {
  const statement = sql`select ${sessionColumns} from auth.sessions where user_id = ${userId}`;
  return (await connection.query<Session>(statement)).rows;
}

/** A session, locked until the transaction ends: of several tabs, one refreshes at a time. */
export async function lockSession(
  connection: Connection,
  id: string,
): Promise<Session | undefined> {
  return (await connection.query<Session>(sql`${selectSessions(id)} for update`)).rows[0];
}

/**
 * Keeps a session from ending until the transaction does. A token lets a request in before its body is
 * read, and a client can send the body as slowly as it likes: once the owner has ended the session, the
 * rest of that request must not change the account.
 *
 * @param id undefined for a caller without a session
 * @throws {AuthError} 403 when it has ended meanwhile
 */
export async function keepSessionAlive(
  connection: Connection,
  id: string | undefined,
): Promise<void> {
  if (id === undefined || (await lockSession(connection, id))) return;
  throw sessionNotFound();
}

export const sessionNotFound = () =>
  forbidden("session_not_found", "Session from session_id claim in JWT does not exist");

/** A session, locked as by {@link lockSession}, and its user. */
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

/**
 * Tells if a session began with a link or a code, as after a forgotten password (supabase/auth,
 * `AuthenticationMethod.IsRecovery`).
 */
export async function isOpenedByMessage(connection: Connection, id: string): Promise<boolean> {
  const { rows } = await connection.query(sql`
    select from auth.mfa_amr_claims where session_id = ${id}
      and authentication_method in ('otp', 'magiclink', 'recovery')`);
  return rows.length > 0;
}

/** The sessions of a user that a logout ends, seen from one of them. */
export type LogoutScope = "global" | "local" | "others";

/**
 * Ends the sessions of a scope. If they are more than one, it also voids every code that waits to be
 * exchanged (PKCE, or an application's): an intruder must not come back by it.
 */
export async function endSessions(
  connection: Connection,
  userId: string,
  scope: LogoutScope,
  sessionId: string | undefined,
): Promise<void> {
  const which =
    sessionId === undefined || scope === "global"
      ? sql`true`
      : scope === "local"
        ? sql`id = ${sessionId}`
        : sql`id <> ${sessionId}`;
  const ending = sql`delete from auth.sessions where user_id = ${userId} and ${which}`;
  if (sessionId !== undefined && scope === "local") {
    await connection.query(ending);
    return;
  }
  // The locked sessions give out no more codes. Then the codes go: a session that one of them opens this
  // very moment ends with the rest.
  await connection.batch([
    sql`select from auth.sessions where user_id = ${userId} and ${which} for update`,
    sql`delete from auth.flow_state where user_id = ${userId} and auth_code_issued_at is not null`,
    sql`delete from auth.oauth_authorizations where user_id = ${userId} and status = 'approved'`,
    ending,
  ]);
}
