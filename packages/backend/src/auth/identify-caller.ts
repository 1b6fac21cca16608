import type { Context } from "hono";
import type { JWTPayload } from "jose";
import { parseBearer } from "../http/caller/bearer.ts";
import { InvalidToken } from "../keys/access-token.ts";
import { demoKeyHint, isDemoKey } from "../keys/demo.ts";
import type { AuthContext } from "./context.ts";
import {
  AuthError,
  badRequest,
  forbidden,
  sessionNotFound,
  tokenUserNotFound,
  userBanned,
} from "./errors.ts";
import { uuid } from "./request/parameters.ts";
import { loadCallerDetails } from "./sessions/caller-details.ts";
import { type Session, selectSessions } from "./sessions/sessions.ts";
import { isBanned, selectUsers, type User } from "./users/users.ts";

/** A signed-in user, with the session of the access token. */
export interface SignedInCaller {
  readonly user: User;
  readonly session: Session | undefined;
}

/**
 * Returns the caller that the access token identifies. Reads the caller from the database, because a token is invalid
 * once its session or user is gone.
 *
 * Tokens of OAuth applications are refused: an application must not change the user's password, add a sign-in method or
 * grant itself more rights (RFC 9700, section 2.3). The reference accepts them.
 *
 * @throws {AuthError} 401 without a token, 403 with an invalid one or an application's
 */
export async function requireCaller(context: AuthContext, c: Context): Promise<SignedInCaller> {
  const caller = await requireCallerOrApplication(context, c);
  if (caller.session?.oauth_client_id) {
    throw forbidden("no_authorization", "An application cannot do this for its user");
  }
  return caller;
}

/**
 * Like {@link requireCaller}, but also accepts tokens of OAuth applications.
 *
 * @throws {AuthError} 401 without a token, 403 with one that is invalid
 */
export async function requireCallerOrApplication(
  context: AuthContext,
  c: Context,
): Promise<SignedInCaller> {
  const claimedCaller = await readClaimedCaller(context, c);
  const [users, sessions] = await context.database.batch<[User, Session]>([
    selectUsers(claimedCaller.userId),
    selectSessions(claimedCaller.sessionId),
  ]);
  return checkCaller(claimedCaller, users.rows[0], sessions.rows[0]);
}

/**
 * Like {@link requireCallerOrApplication}, with the user's identities and factors.
 *
 * @throws {AuthError} as {@link requireCallerOrApplication}
 */
export async function requireCallerWithDetails(context: AuthContext, c: Context) {
  const claimedCaller = await readClaimedCaller(context, c);
  const { user, session, identities, factors } = await loadCallerDetails(
    context.database,
    claimedCaller,
  );
  return { ...checkCaller(claimedCaller, user, session), identities, factors };
}

interface ClaimedCaller {
  readonly claims: JWTPayload;
  readonly userId: string;
  /** null if the token has no valid session id. */
  readonly sessionId: string | null;
}

async function readClaimedCaller(context: AuthContext, c: Context): Promise<ClaimedCaller> {
  const claims = await verifyClaims(context, bearerToken(c));
  const { sub, session_id: sessionId } = claims;
  if (!sub) throw forbidden("bad_jwt", "invalid claim: missing sub claim");
  if (!uuid.test(sub)) throw badRequest("bad_jwt", "invalid claim: sub claim must be a UUID");
  const isUuid = typeof sessionId === "string" && uuid.test(sessionId);
  const id = isUuid ? sessionId.toLowerCase() : null;
  return { claims, userId: sub.toLowerCase(), sessionId: id };
}

function checkCaller(
  { claims }: ClaimedCaller,
  user: User | undefined,
  session: Session | undefined,
): SignedInCaller {
  if (!user) throw tokenUserNotFound();
  // Check the audience, because ID tokens for OAuth applications name the same user and are signed with the same key.
  if (claims.aud !== undefined && ![claims.aud].flat().includes(user.aud)) {
    throw forbidden("bad_jwt", "invalid claim: aud claim is of another audience");
  }
  if (isBanned(user)) throw userBanned();

  const { session_id: sessionId } = claims;
  if (sessionId === undefined || sessionId === "") return { user, session: undefined };
  if (typeof sessionId !== "string" || !uuid.test(sessionId)) {
    throw forbidden("bad_jwt", "invalid claim: session_id claim must be a UUID");
  }
  if (session?.user_id !== user.id) {
    throw sessionNotFound();
  }
  return { user, session };
}

export function bearerToken(c: Context): string | undefined {
  return parseBearer(c.req.header("authorization"));
}

/** @throws {AuthError} 401 without a token, 403 with one that is invalid */
export async function verifyClaims(context: AuthContext, token: string | undefined) {
  if (!token) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  try {
    return await context.accessTokens.verify(token);
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    const hint = isDemoKey(token) ? `. ${demoKeyHint(token)}` : "";
    throw forbidden(
      "bad_jwt",
      `invalid JWT: unable to parse or verify signature, ${error.message}${hint}`,
    );
  }
}
