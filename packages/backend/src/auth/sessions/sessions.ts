import { createHmac, createSecretKey, type KeyObject, randomBytes, randomUUID } from "node:crypto";
import {
  type Answers,
  type Connection,
  DatabaseError,
  type Statements,
} from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { auditEntry, userAs } from "../audit/log.ts";
import type { Auth } from "../context.ts";
import { forbidden } from "../errors.ts";
import type { Device } from "../request/parameters.ts";
import { type Factor, selectFactors } from "../users/factors.ts";
import { type Identity, selectIdentities } from "../users/identities.ts";
import { renderUser } from "../users/user-json.ts";
import { stillThere, type User, updateOfUser } from "../users/users.ts";
import { encodeRefreshToken } from "./refresh-token.ts";

/** The way in which a user proved who they are, as the claim `amr` names it. */
export type AuthenticationMethod =
  | "anonymous"
  | "email/signup"
  | "email_change"
  | "invite"
  | "magiclink"
  | "oauth"
  | "oauth_provider/authorization_code"
  | "otp"
  | "passkey"
  | "password"
  | "recovery";

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

/** An application that a session is opened for, and its scopes. */
export interface ForApplication {
  readonly oauthClientId: string;
  readonly scopes: string;
}

/** The user who signs in, the method of proof, and the device. */
export interface SignIn {
  readonly user: User;
  readonly method: AuthenticationMethod;
  readonly device: Device;
  /** Absent if the session is the user's own. */
  readonly application?: ForApplication;
}

/** A session, its user, and the number of the refresh token that its client gets. */
export interface ContinuedSession {
  readonly session: Session;
  readonly user: User;
  readonly counter: number;
}

/**
 * The grant of a client that has signed in, without the access token, which is signed outside the
 * transaction.
 */
export interface Grant {
  readonly session: Session;
  readonly user: User;
  readonly methods: readonly { readonly method: string; readonly timestamp: number }[];
  readonly refreshToken: string;
  readonly userJson: object;
  /** The reason for the grant, as the hook `custom_access_token` is told. */
  readonly earnedBy: string;
  /** True if the session began with this grant. */
  readonly isFirst: boolean;
}

/** Seconds for which a sign-in counts as recent. */
export const recent = 24 * 60 * 60;

export function isRecent({ created_at: begun }: Session): boolean {
  return begun.getTime() + recent * 1000 > Date.now();
}

/** Signs a user in: a new session, with its first refresh token. */
export async function openSession(
  auth: Auth,
  connection: Connection,
  signIn: SignIn,
): Promise<Grant> {
  const { statements, granted } = opening(auth, signIn);
  return granted(await connection.batch<Opened>(statements));
}

/**
 * Signs in a user whose password was compared, in a transaction of its own: a single message to the
 * database, because this is the most frequent sign-in.
 *
 * Comparing takes a while. A password that was changed meanwhile must open no session, because the change
 * has ended the earlier ones.
 *
 * @param entry the statement that records the sign-in in the audit log
 * @returns undefined if the password has changed since, or the user is gone
 */
export async function openSessionByPassword(
  auth: Auth,
  user: User,
  device: Device,
  entry: Sql,
): Promise<Grant | undefined> {
  // The column refuses a session without a user, which undoes all that is sent along with it.
  const owner = sql`(select id from auth.users where id = ${user.id}
    and encrypted_password = ${user.encrypted_password} for no key update)`;
  const { statements, granted } = opening(auth, { user, method: "password", device }, owner);
  try {
    const [, ...answers] = await auth.database.batch<[unknown, ...Opened]>([entry, ...statements]);
    return granted(answers);
  } catch (error) {
    if (isNobodys(error)) return undefined;
    throw error;
  }
}

function isNobodys(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { code, schema, table, column } = error;
  return code === "23502" && `${schema}.${table}.${column}` === "auth.sessions.user_id";
}

/** The rows that the statements that open a session return. */
type Opened = [Session, Proof, User, Identity, Factor];

function opening(
  auth: Auth,
  { user, method, device, application }: SignIn,
  owner = sql`${user.id}`,
): { statements: Statements<Opened>; granted(answers: Answers<Opened>): Grant } {
  const id = randomUUID();
  const beginning = sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip,
      refresh_token_hmac_key, refresh_token_counter, oauth_client_id, scopes)
    values (${id}, ${owner}, now(), now(), 'aal1', ${device.userAgent}, ${device.address},
      ${randomBytes(32).toString("base64url")}, 0, ${application?.oauthClientId},
      ${application?.scopes})
    returning ${columns}`;
  const proof = sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${id}, now(), now(), ${method})
    returning authentication_method, updated_at`;
  const arrival = updateOfUser(user.id, { last_sign_in_at: new Date() });
  return {
    statements: [beginning, proof, arrival, selectIdentities(user.id), selectFactors(user.id)],
    granted: ([sessions, proofs, users, identities, factors]) => {
      const [session] = sessions.rows;
      if (!session) throw new Error("A trigger refused the session.");
      const particulars: Answers<Particulars> = [proofs, identities, factors];
      const begun = { session, user: stillThere(users), counter: 0 };
      return { ...grantOf(auth, begun, particulars, method), isFirst: true };
    },
  };
}

/**
 * The grant for the session's client.
 *
 * @param earnedBy the method of the sign-in; absent for a refresh
 */
export async function grant(
  auth: Auth,
  connection: Connection,
  continued: ContinuedSession,
  earnedBy?: string,
): Promise<Grant> {
  const { session, user } = continued;
  const particulars = await connection.batch<Particulars>(selectParticulars(session.id, user.id));
  return grantOf(auth, continued, particulars, earnedBy);
}

/** The facts about a session and its user beside their own rows. */
type Particulars = [Proof, Identity, Factor];

/** A method by which a user proved who they are, and when. */
interface Proof {
  readonly authentication_method: string;
  readonly updated_at: Date;
}

function selectParticulars(sessionId: string, userId: string): Statements<Particulars> {
  return [
    sql`
      select authentication_method, updated_at from auth.mfa_amr_claims
      where session_id = ${sessionId} order by updated_at desc`,
    selectIdentities(userId),
    selectFactors(userId),
  ];
}

function grantOf(
  auth: Auth,
  { session, user, counter }: ContinuedSession,
  [proofs, identities, factors]: Answers<Particulars>,
  earnedBy = "token_refresh",
): Grant {
  return {
    session,
    user,
    methods: proofs.rows.map((row) => ({
      method: row.authentication_method,
      timestamp: Math.floor(row.updated_at.getTime() / 1000),
    })),
    refreshToken: encodeRefreshToken(session.id, counter, refreshTokenKey(auth, session)),
    userJson: renderUser(user, identities.rows, factors.rows),
    earnedBy,
    isFirst: false,
  };
}

/**
 * The key of a session's refresh tokens: what its row holds, keyed with the project's secret, so that the
 * row alone cannot forge one.
 */
export function refreshTokenKey(auth: Auth, session: Session): KeyObject {
  const key = createSecretKey(auth.keys.derive("refresh tokens"));
  const row = session.refresh_token_hmac_key ?? "";
  return createSecretKey(createHmac("sha256", key).update(row).digest());
}

const columns = sql`id, user_id, created_at, updated_at,
  refreshed_at at time zone 'utc' as refreshed_at, not_after, aal, refresh_token_hmac_key, refresh_token_counter, oauth_client_id, scopes`;

/** @param id null finds none */
export function selectSession(id: string | null): Sql {
  return sql`select ${columns} from auth.sessions where id = ${id}`;
}

/** Every session of a user, those of applications included. */
export async function sessionsOf(connection: Connection, userId: string): Promise<Session[]> {
  const statement = sql`select ${columns} from auth.sessions where user_id = ${userId}`;
  return (await connection.query<Session>(statement)).rows;
}

/** A session, locked until the transaction ends: of several tabs, one refreshes at a time. */
export async function lockSession(
  connection: Connection,
  id: string,
): Promise<Session | undefined> {
  return (await connection.query<Session>(sql`${selectSession(id)} for update`)).rows[0];
}

/**
 * Keeps a session from ending until the transaction does. A token lets a request in before its body is
 * read, and a client can send the body as slowly as it likes: once the owner has ended the session, the
 * rest of that request must not change the account.
 *
 * @param id undefined for a caller without a session
 * @throws {AuthError} 403 when it has ended meanwhile
 */
export async function holdSession(connection: Connection, id: string | undefined): Promise<void> {
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
    sql`${selectSession(id)} for update`,
    sql`select * from auth.users where id = (select user_id from auth.sessions where id = ${id})`,
  ]);
  return { session: sessions.rows[0], user: users.rows[0] };
}

/**
 * Records a refresh, its device and the counter of the current token, and hands out that token.
 *
 * @param send sends the statements, as a batch of the transaction or as its end
 */
export async function grantAnew(
  auth: Auth,
  send: Connection["batch"],
  continued: ContinuedSession,
  device: Device,
): Promise<Grant> {
  const { session, user, counter } = continued;
  const note = sql`
    update auth.sessions set refresh_token_counter = ${counter},
      updated_at =
        case when refresh_token_counter is distinct from ${counter} then now() else updated_at end,
      refreshed_at = timezone('utc', now()), user_agent = ${device.userAgent}, ip = ${device.address}
    where id = ${session.id}`;
  const [, , ...particulars] = await send<[unknown, unknown, ...Particulars]>([
    note,
    auditEntry(userAs(user), "token_refreshed"),
    ...selectParticulars(session.id, user.id),
  ]);
  return grantOf(auth, continued, particulars);
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
