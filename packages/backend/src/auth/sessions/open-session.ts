import { randomBytes, randomUUID } from "node:crypto";
import { DatabaseError } from "../../database/errors.ts";
import type { BatchResults, Connection, Statements } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { AuthContext } from "../context.ts";
import { writeFailureHandler } from "../errors.ts";
import type { Device } from "../request/parameters.ts";
import type { AuthenticationMethod } from "../users/authentication-methods.ts";
import { type Factor, selectFactors } from "../users/factors.ts";
import { type Identity, selectIdentities } from "../users/identities.ts";
import { requireRow, type User, updateOfUser } from "../users/users.ts";
import { type AmrClaim, buildGrant, type Grant, type SessionDetails } from "./grants.ts";
import { type Session, sessionColumns } from "./sessions.ts";

/** The OAuth application of a session, and its scopes. */
export interface SessionApplication {
  readonly oauthClientId: string;
  readonly scopes: string;
}

/** A sign-in: the user, the method and the device. */
export interface SignIn {
  readonly user: User;
  readonly method: AuthenticationMethod;
  readonly device: Device;
  /** Undefined if the session does not belong to an OAuth application. */
  readonly application?: SessionApplication;
  /** The end of the session, if the identity provider sets one. */
  readonly endsAt?: Date;
}

/** Opens a session with its first refresh token. */
export async function openSession(
  context: AuthContext,
  connection: Connection,
  signIn: SignIn,
): Promise<Grant> {
  const { statements, toGrant } = openSessionStatements(context, signIn);
  const results = await connection
    .batch<SessionRows>(statements)
    .catch(writeFailureHandler(grantFailure));
  return toGrant(results);
}

/**
 * Opens a session after a password was compared. Sends a single batch to the database, because this is the most
 * frequent sign-in.
 *
 * Comparing is slow, and the password may change in the meantime. In that case the old password must not open a
 * session, because the change has ended all other sessions.
 *
 * @param entry the statement that records the sign-in in the audit log
 * @returns undefined if the password has changed since, or the user was deleted
 */
export async function openSessionByPassword(
  context: AuthContext,
  user: User,
  device: Device,
  entry: Sql,
): Promise<Grant | undefined> {
  // Without a matching user, the NOT NULL column makes the whole batch fail.
  const owner = sql`(select id from auth.users where id = ${user.id}
    and encrypted_password = ${user.encrypted_password} for no key update)`;
  const { statements, toGrant } = openSessionStatements(
    context,
    { user, method: "password", device },
    owner,
  );
  try {
    const [, ...results] = await context.database.batch<[unknown, ...SessionRows]>([
      entry,
      ...statements,
    ]);
    return toGrant(results);
  } catch (error) {
    if (isMissingUser(error)) return undefined;
    return writeFailureHandler(grantFailure)(error);
  }
}

/** The reference's message if opening a session or updating `last_sign_in_at` fails (`GrantAuthenticatedUser`). */
const grantFailure = "Database error granting user";

function isMissingUser(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { code, schema, table, column } = error;
  return code === "23502" && `${schema}.${table}.${column}` === "auth.sessions.user_id";
}

/** The row types of the statements that open a session. */
type SessionRows = [Session, AmrClaim, User, Identity, Factor];

function openSessionStatements(
  context: AuthContext,
  { user, method, device, application, endsAt }: SignIn,
  owner = sql`${user.id}`,
): { statements: Statements<SessionRows>; toGrant(results: BatchResults<SessionRows>): Grant } {
  const id = randomUUID();
  const insertSessionSql = sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip,
      refresh_token_hmac_key, refresh_token_counter, oauth_client_id, scopes, not_after)
    values (${id}, ${owner}, now(), now(), 'aal1', ${device.userAgent}, ${device.address},
      ${randomBytes(32).toString("base64url")}, 0, ${application?.oauthClientId},
      ${application?.scopes}, ${endsAt})
    returning ${sessionColumns}`;
  const insertClaimSql = sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${id}, now(), now(), ${method})
    returning authentication_method, updated_at`;
  const updateLastSignIn = updateOfUser(user.id, { last_sign_in_at: new Date() });
  return {
    statements: [
      insertSessionSql,
      insertClaimSql,
      updateLastSignIn,
      selectIdentities(user.id),
      selectFactors(user.id),
    ],
    toGrant: ([sessions, claims, users, identities, factors]) => {
      const [session] = sessions.rows;
      if (!session) throw new Error("A trigger refused the session.");
      const details: BatchResults<SessionDetails> = [claims, identities, factors];
      const newSession = { session, user: requireRow(users), counter: 0 };
      return { ...buildGrant(context, newSession, details, method), isFirst: true };
    },
  };
}
