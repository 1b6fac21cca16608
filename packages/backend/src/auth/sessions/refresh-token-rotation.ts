import type { Context } from "hono";
import type { Connection } from "../../database/port.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, badRequest, OAuthError, sessionNotFound } from "../errors.ts";
import { type Device, device } from "../request/parameters.ts";
import { isBanned, type User } from "../users/users.ts";
import { type Grant, recordRefresh, refreshTokenKey } from "./grants.ts";
import { parseRefreshToken } from "./refresh-token.ts";
import {
  endSessions,
  lockSession,
  lockSessionWithUser,
  type Session,
  sessionsOf,
} from "./sessions.ts";

/**
 * Exchanges a refresh token (RFC 6749, section 6), with rotation. Reuse of an old token indicates theft and
 * ends the session (RFC 9700, section 4.14.2), with the two exceptions of the reference: the previous token,
 * whose response may have been lost, and any token within the reuse interval, because many tabs may wake at
 * once. Both get the current token. The interval starts when the current token was issued. In the reference
 * each use restarts it, so that a stolen token keeps working as long as it is used often.
 *
 * @param oauthClientId the OAuth application of the request, undefined for the user's own client
 */
export async function refreshSession(
  context: AuthContext,
  c: Context,
  encodedToken: string,
  oauthClientId?: string,
): Promise<Grant> {
  const token = parseRefreshToken(encodedToken);
  if (!token) throw notFound();

  const outcome = await context.database.transaction(
    async (connection): Promise<Grant | AuthError> => {
      const { session, user } = await lockSessionWithUser(connection, token.sessionId);
      if (!session || !token.isSignedWith(refreshTokenKey(context, session))) throw notFound();
      if (!user) throw notFound();
      if (isBanned(user)) throw badRequest("user_banned", "Invalid Refresh Token: User Banned");
      refuseOtherClient(session, oauthClientId);
      await requireActiveSession(context, connection, session);

      const currentCounter = session.refresh_token_counter ?? 0;
      const generationsBehind = currentCounter - token.counter;
      if (generationsBehind < 0) {
        throw badRequest("validation_failed", "Invalid Refresh Token: Not Issued By This Server");
      }
      const {
        refresh_token_reuse_interval: reuseSeconds,
        enable_refresh_token_rotation: isRotationEnabled,
      } = context.config.auth;
      const changedAtMs = (session.updated_at ?? session.created_at).getTime();
      const isWithinReuseInterval = changedAtMs + reuseSeconds * 1000 > Date.now();
      if (generationsBehind > 1 && !isWithinReuseInterval) {
        // Return the error, because throwing it would roll back the end of the session.
        if (isRotationEnabled) await endSessions(connection, user.id, "local", session.id);
        return badRequest("refresh_token_already_used", "Invalid Refresh Token: Already Used");
      }
      const counter = generationsBehind === 0 ? currentCounter + 1 : currentCounter;
      return recordRefresh(context, connection.commitWith, { session, user, counter }, device(c));
    },
  );
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/**
 * Issues new tokens for a session without a refresh token. Its lifetime and assurance level do not change.
 *
 * @throws {AuthError} 403 when the session was ended, 400 when it has expired
 */
export async function continueSession(
  context: AuthContext,
  connection: Connection,
  { user, sessionId }: { readonly user: User; readonly sessionId: string },
  device: Device,
): Promise<Grant> {
  const session = await lockSession(connection, sessionId);
  if (session?.user_id !== user.id) throw sessionNotFound();
  await requireActiveSession(context, connection, session);
  const counter = (session.refresh_token_counter ?? 0) + 1;
  return recordRefresh(context, connection.batch, { session, user, counter }, device);
}

/**
 * Refuses an expired session whose row still exists.
 *
 * @throws {AuthError} 400
 */
export async function requireActiveSession(
  context: AuthContext,
  connection: Connection,
  session: Session,
): Promise<void> {
  refuseExpired(context, session);
  if (context.singleSession) await refuseIfNewerSession(context, connection, session);
}

/** If a user may have only one session, refuses every session except the one used last. */
async function refuseIfNewerSession(
  context: AuthContext,
  connection: Connection,
  session: Session,
): Promise<void> {
  const sessions = await sessionsOf(connection, session.user_id);
  const newerSessions = sessions.filter(
    (otherSession) => lastUsedAtMs(otherSession) > lastUsedAtMs(session),
  );
  if (newerSessions.every((otherSession) => expiryReason(context, otherSession) !== undefined))
    return;
  throw badRequest(
    "session_expired",
    "Invalid Refresh Token: Session Expired (Revoked by Newer Login)",
  );
}

/** Refuses a client that does not own the session (RFC 6749, section 10.4). */
function refuseOtherClient(session: Session, oauthClientId: string | undefined): void {
  const owner = session.oauth_client_id ?? undefined;
  if (owner === oauthClientId) return;
  throw new OAuthError(
    "invalid_client",
    owner === undefined
      ? "Client authentication not allowed for non-OAuth session"
      : oauthClientId === undefined
        ? "Client authentication required for OAuth session"
        : "Client does not match the session's OAuth client",
  );
}

function notFound(): AuthError {
  return badRequest("refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
}

/** Refuses a session that exceeds the project's limits (`[auth.sessions]`). */
export function refuseExpired(context: AuthContext, session: Session): void {
  const reason = expiryReason(context, session);
  if (reason) throw badRequest("session_expired", `Invalid Refresh Token: ${reason}`);
}

/** Returns why a session has expired, or undefined if it has not. */
function expiryReason(context: AuthContext, session: Session): string | undefined {
  const { timebox: timeboxSeconds, inactivity_timeout: inactivitySeconds } =
    context.config.auth.sessions;
  const now = Date.now();
  if (inactivitySeconds > 0 && lastUsedAtMs(session) + inactivitySeconds * 1000 < now) {
    return "Session Expired (Inactivity)";
  }
  const isExpired =
    (session.not_after && session.not_after.getTime() < now) ||
    (timeboxSeconds > 0 && session.created_at.getTime() + timeboxSeconds * 1000 < now);
  return isExpired ? "Session Expired" : undefined;
}

function lastUsedAtMs(session: Session): number {
  return (session.refreshed_at ?? session.created_at).getTime();
}
