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
import { failedWrite } from "../errors.ts";
import type { Device } from "../request/parameters.ts";
import type { AuthenticationMethod } from "../users/authentication-methods.ts";
import { type Factor, selectFactors } from "../users/factors.ts";
import { type Identity, selectIdentities } from "../users/identities.ts";
import { renderUser } from "../users/user-json.ts";
import { requireRow, type User, updateOfUser } from "../users/users.ts";
import { encodeRefreshToken } from "./refresh-token.ts";
import { type Session, sessionColumns } from "./sessions.ts";

/** The OAuth application of a session, and its scopes. */
export interface ForApplication {
  readonly oauthClientId: string;
  readonly scopes: string;
}

/** A sign-in: the user, the method and the device. */
export interface SignIn {
  readonly user: User;
  readonly method: AuthenticationMethod;
  readonly device: Device;
  /** Absent if the session is the user's own. */
  readonly application?: ForApplication;
}

/** A session, its user, and the counter of the next refresh token. */
export interface ContinuedSession {
  readonly session: Session;
  readonly user: User;
  readonly counter: number;
}

/** What a token response is made from. The access token is signed later, outside the transaction. */
export interface Grant {
  readonly session: Session;
  readonly user: User;
  readonly methods: readonly { readonly method: string; readonly timestamp: number }[];
  readonly refreshToken: string;
  readonly userJson: object;
  /** The `authentication_method` that the hook `custom_access_token` receives. */
  readonly authenticationMethod: string;
  /** True if the session began with this grant. */
  readonly isFirst: boolean;
}

/** Opens a session with its first refresh token. */
export async function openSession(
  auth: Auth,
  connection: Connection,
  signIn: SignIn,
): Promise<Grant> {
  const { statements, toGrant } = openSessionStatements(auth, signIn);
  const answers = await connection.batch<OpenedRows>(statements).catch(failedWrite(grantFailure));
  return toGrant(answers);
}

/**
 * Opens a session after a password was compared. Sends a single batch to the database, because this is the
 * most frequent sign-in.
 *
 * Comparing is slow, and the password may change in the meantime. The old password must not open a session
 * then, because the change has ended all others.
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
  // Without a matching user, the NOT NULL column makes the whole batch fail.
  const owner = sql`(select id from auth.users where id = ${user.id}
    and encrypted_password = ${user.encrypted_password} for no key update)`;
  const { statements, toGrant } = openSessionStatements(
    auth,
    { user, method: "password", device },
    owner,
  );
  try {
    const [, ...answers] = await auth.database.batch<[unknown, ...OpenedRows]>([
      entry,
      ...statements,
    ]);
    return toGrant(answers);
  } catch (error) {
    if (isMissingUser(error)) return undefined;
    return failedWrite(grantFailure)(error);
  }
}

/** As in the reference, which updates `last_sign_in_at` in the same step (`GrantAuthenticatedUser`). */
const grantFailure = "Database error granting user";

function isMissingUser(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { code, schema, table, column } = error;
  return code === "23502" && `${schema}.${table}.${column}` === "auth.sessions.user_id";
}

/** The row types of the statements that open a session. */
type OpenedRows = [Session, Proof, User, Identity, Factor];

function openSessionStatements(
  auth: Auth,
  { user, method, device, application }: SignIn,
  owner = sql`${user.id}`,
): { statements: Statements<OpenedRows>; toGrant(answers: Answers<OpenedRows>): Grant } {
  const id = randomUUID();
  const insertSession = sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip,
      refresh_token_hmac_key, refresh_token_counter, oauth_client_id, scopes)
    values (${id}, ${owner}, now(), now(), 'aal1', ${device.userAgent}, ${device.address},
      ${randomBytes(32).toString("base64url")}, 0, ${application?.oauthClientId},
      ${application?.scopes})
    returning ${sessionColumns}`;
  const insertProof = sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${id}, now(), now(), ${method})
    returning authentication_method, updated_at`;
  const updateLastSignIn = updateOfUser(user.id, { last_sign_in_at: new Date() });
  return {
    statements: [
      insertSession,
      insertProof,
      updateLastSignIn,
      selectIdentities(user.id),
      selectFactors(user.id),
    ],
    toGrant: ([sessions, proofs, users, identities, factors]) => {
      const [session] = sessions.rows;
      if (!session) throw new Error("A trigger refused the session.");
      const details: Answers<SessionDetails> = [proofs, identities, factors];
      const started = { session, user: requireRow(users), counter: 0 };
      return { ...buildGrant(auth, started, details, method), isFirst: true };
    },
  };
}

/**
 * Reads the details of a session, and returns a grant for it.
 *
 * @param authenticationMethod the method of the sign-in, `token_refresh` by default
 */
export async function createGrant(
  auth: Auth,
  connection: Connection,
  continued: ContinuedSession,
  authenticationMethod?: string,
): Promise<Grant> {
  const { session, user } = continued;
  const details = await connection.batch<SessionDetails>(selectSessionDetails(session.id, user.id));
  return buildGrant(auth, continued, details, authenticationMethod);
}

/** The rows that a grant needs besides the session and its user. */
type SessionDetails = [Proof, Identity, Factor];

/** A row of `auth.mfa_amr_claims`. */
interface Proof {
  readonly authentication_method: string;
  readonly updated_at: Date;
}

function selectSessionDetails(sessionId: string, userId: string): Statements<SessionDetails> {
  return [
    sql`
      select authentication_method, updated_at from auth.mfa_amr_claims
      where session_id = ${sessionId} order by updated_at desc`,
    selectIdentities(userId),
    selectFactors(userId),
  ];
}

function buildGrant(
  auth: Auth,
  { session, user, counter }: ContinuedSession,
  [proofs, identities, factors]: Answers<SessionDetails>,
  authenticationMethod = "token_refresh",
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
    authenticationMethod,
    isFirst: false,
  };
}

/**
 * Returns the key that signs a session's refresh tokens. It is derived from the row and the project's secret,
 * so that the row alone is not enough to forge a token.
 */
export function refreshTokenKey(auth: Auth, session: Session): KeyObject {
  const row = session.refresh_token_hmac_key ?? "";
  const hmac = createHmac("sha256", auth.keys.keyFor("refresh tokens"));
  return createSecretKey(hmac.update(row).digest());
}

/**
 * Records a refresh with its device and the current counter, and returns a grant.
 *
 * @param send sends the statements, as a batch within the transaction or as its last one
 */
export async function recordRefresh(
  auth: Auth,
  send: Connection["batch"],
  continued: ContinuedSession,
  device: Device,
): Promise<Grant> {
  const { session, user, counter } = continued;
  const updateSession = sql`
    update auth.sessions set refresh_token_counter = ${counter},
      updated_at =
        case when refresh_token_counter is distinct from ${counter} then now() else updated_at end,
      refreshed_at = timezone('utc', now()), user_agent = ${device.userAgent}, ip = ${device.address}
    where id = ${session.id}`;
  const [, , ...details] = await send<[unknown, unknown, ...SessionDetails]>([
    updateSession,
    auditEntry(userAs(user), "token_refreshed"),
    ...selectSessionDetails(session.id, user.id),
  ]);
  return buildGrant(auth, continued, details);
}
