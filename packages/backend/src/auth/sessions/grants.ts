import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { BatchResults, Connection, Statements } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { auditEntry, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import type { Device } from "../request/parameters.ts";
import { type Factor, selectFactors } from "../users/factors.ts";
import { type Identity, selectIdentities } from "../users/identities.ts";
import { renderUser } from "../users/user-json.ts";
import type { User } from "../users/users.ts";
import { encodeRefreshToken } from "./refresh-token.ts";
import type { Session } from "./sessions.ts";

/** A session, its user, and the counter of the next refresh token. */
export interface ContinuedSession {
  readonly session: Session;
  readonly user: User;
  readonly counter: number;
}

/** The data of a token response. The access token is signed later, outside the transaction. */
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

/**
 * Reads the details of a session, and returns a grant for it.
 *
 * @param authenticationMethod the method of the sign-in; `token_refresh` by default
 */
export async function createGrant(
  context: AuthContext,
  connection: Connection,
  continuedSession: ContinuedSession,
  authenticationMethod?: string,
): Promise<Grant> {
  const { session, user } = continuedSession;
  const details = await connection.batch<SessionDetails>(selectSessionDetails(session.id, user.id));
  return buildGrant(context, continuedSession, details, authenticationMethod);
}

/** The rows that a grant needs besides the session and its user. */
export type SessionDetails = [AmrClaim, Identity, Factor];

/** A row of `auth.mfa_amr_claims`: a method by which the user has authenticated. */
export interface AmrClaim {
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

export function buildGrant(
  context: AuthContext,
  { session, user, counter }: ContinuedSession,
  [claims, identities, factors]: BatchResults<SessionDetails>,
  authenticationMethod = "token_refresh",
): Grant {
  return {
    session,
    user,
    methods: claims.rows.map((row) => ({
      method: row.authentication_method,
      ...(row.authentication_method === "sso/saml" ? ssoProviderOf(identities.rows) : {}),
      timestamp: Math.floor(row.updated_at.getTime() / 1000),
    })),
    refreshToken: encodeRefreshToken(session.id, counter, refreshTokenKey(context, session)),
    userJson: renderUser(user, identities.rows, factors.rows),
    authenticationMethod,
    isFirst: false,
  };
}

/** Returns the member `provider` of the claim `amr`: the user's SSO provider, if the user has no other identity. */
function ssoProviderOf(identities: readonly Identity[]): { readonly provider?: string } {
  const [identity, ...others] = identities;
  const id = identity?.provider.match(/^sso:(.*)/)?.[1];
  return id === undefined || others.length > 0 ? {} : { provider: id };
}

/**
 * Returns the key that signs a session's refresh tokens. It is derived from the row and the project's secret,
 * so that the row alone is not enough to forge a token.
 */
export function refreshTokenKey(context: AuthContext, session: Session): KeyObject {
  const rowKey = session.refresh_token_hmac_key ?? "";
  const hmac = createHmac("sha256", context.keys.keyFor("refresh tokens"));
  return createSecretKey(hmac.update(rowKey).digest());
}

/**
 * Records a refresh with its device and the current counter, and returns a grant.
 *
 * @param sendBatch sends the statements, as a batch within the transaction or as its last one
 */
export async function recordRefresh(
  context: AuthContext,
  sendBatch: Connection["batch"],
  continuedSession: ContinuedSession,
  device: Device,
): Promise<Grant> {
  const { session, user, counter } = continuedSession;
  const updateSessionSql = sql`
    update auth.sessions set refresh_token_counter = ${counter},
      updated_at =
        case when refresh_token_counter is distinct from ${counter} then now() else updated_at end,
      refreshed_at = timezone('utc', now()), user_agent = ${device.userAgent}, ip = ${device.address}
    where id = ${session.id}`;
  const [, , ...details] = await sendBatch<[unknown, unknown, ...SessionDetails]>([
    updateSessionSql,
    auditEntry(userActor(user), "token_refreshed"),
    ...selectSessionDetails(session.id, user.id),
  ]);
  return buildGrant(context, continuedSession, details);
}
