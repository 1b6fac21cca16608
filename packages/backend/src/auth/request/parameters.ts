import type { Context } from "hono";
import type { JWTPayload } from "jose";
import { z } from "zod";
import { arriving, BodyTooLarge, readText } from "../../http/body.ts";
import { clientAddress } from "../../http/client-address.ts";
import { nestsDeeperThan } from "../../http/nesting.ts";
import { InvalidToken } from "../../keys/access-token.ts";
import type { Auth } from "../context.ts";
import { AuthError, badRequest, forbidden } from "../errors.ts";
import { type Device, type Session, selectSession } from "../sessions/sessions.ts";
import { type Factor, selectFactors } from "../users/factors.ts";
import { type Identity, selectIdentities } from "../users/identities.ts";
import { isBanned, selectUser, type User } from "../users/users.ts";

/** A member that may be absent or null; either counts as empty text, as in the reference. */
export const text = () =>
  z
    .string()
    .nullish()
    .transform((value) => value ?? "");

/** Free-form data for a user's metadata. */
export const metadata = () => z.record(z.string(), z.unknown()).nullish();

/** The members that begin a PKCE flow. */
export const pkceParams = { code_challenge: text(), code_challenge_method: text() };

/** What a client adds to every call that a captcha may guard, and what else it may send along. */
export async function readParams<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  { mayBeEmpty = false } = {},
): Promise<z.output<Schema>> {
  const result = schema.safeParse(asNamed(schema, await readJson(c, mayBeEmpty)));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.length ? `${issue.path.join(".")}: ` : "";
  throw badRequest(
    "bad_json",
    `Could not parse request body as JSON: ${where}${issue?.message ?? "wrong shape"}`,
  );
}

/**
 * An object with the schema's own names for its members, whatever case they were sent in; of two
 * spellings of one name the last counts. So does Go read what it has a struct for, and applications
 * rely on it unawares.
 */
function asNamed(schema: z.ZodType, body: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || !isObject(body)) return body;
  const names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]),
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Levels of a body's JSON; more than anybody's metadata have, fewer than any database minds. */
const deepest = 200;

async function readJson(c: Context, mayBeEmpty: boolean): Promise<unknown> {
  let body: string;
  try {
    body = await readText(arriving(c));
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new AuthError(
      413,
      "request_entity_too_large",
      `Request body too large (max ${error.limit} bytes)`,
    );
  }
  if (mayBeEmpty && body === "") return {};
  if (nestsDeeperThan(deepest, body)) {
    throw badRequest(
      "bad_json",
      `Could not parse request body as JSON: over ${deepest} levels deep`,
    );
  }
  try {
    const parsed = JSON.parse(body, (key, value: unknown) => {
      const text = typeof value === "string" ? value : "";
      if (key.includes("\0") || text.includes("\0")) {
        throw new SyntaxError("a NUL character cannot be stored");
      }
      return typeof value === "string" ? value.toWellFormed() : value;
    });
    // Go, in which the reference is written, takes null for a value that says nothing.
    return parsed ?? {};
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "wrong shape";
    throw badRequest("bad_json", `Could not parse request body as JSON: ${reason}`);
  }
}

/** Where the request comes from. */
export function device(c: Context): Device {
  return { userAgent: c.req.header("user-agent")?.toWellFormed(), address: clientAddress(c) };
}

/** Where the flow that this request begins is to end, as far as the request says. */
export function redirectCandidates(c: Context): (string | undefined)[] {
  return [c.req.header("redirect_to") ?? c.req.query("redirect_to"), c.req.header("referer")];
}

/** Somebody who is signed in. */
export interface Caller {
  readonly user: User;
  readonly session: Session | undefined;
}

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Who is asking, by their access token, as the database knows them now: a token outlives neither
 * its session nor its user.
 *
 * They ask themselves: an application that they let in by OAuth must not change their password, add
 * a way in or agree to more for itself (RFC 9700, section 2.3). The reference lets it.
 *
 * @throws {AuthError} 401 without a token, 403 with one that does not count or is an application's
 */
export async function requireCaller(auth: Auth, c: Context): Promise<Caller> {
  const caller = await requireCallerOrApplication(auth, c);
  if (caller.session?.oauth_client_id) {
    throw forbidden("no_authorization", "An application cannot do this for its user");
  }
  return caller;
}

/**
 * The same, or an application that they let in.
 *
 * @throws {AuthError} 401 without a token, 403 with one that does not count
 */
export async function requireCallerOrApplication(auth: Auth, c: Context): Promise<Caller> {
  const claimed = await claimedCaller(auth, c);
  const [users, sessions] = await auth.database.batch<[User, Session]>([
    selectUser(claimed.userId),
    selectSession(claimed.sessionId),
  ]);
  return checkCaller(claimed, users.rows[0], sessions.rows[0]);
}

/**
 * The same, and all else that is told of a user, at one go.
 *
 * @throws {AuthError} as {@link requireCallerOrApplication}
 */
export async function requireWholeCaller(auth: Auth, c: Context) {
  const claimed = await claimedCaller(auth, c);
  const [users, sessions, identities, factors] = await auth.database.batch<
    [User, Session, Identity, Factor]
  >([
    selectUser(claimed.userId),
    selectSession(claimed.sessionId),
    selectIdentities(claimed.userId),
    selectFactors(claimed.userId),
  ]);
  const caller = checkCaller(claimed, users.rows[0], sessions.rows[0]);
  return { ...caller, identities: identities.rows, factors: factors.rows };
}

interface Claimed {
  readonly claims: JWTPayload;
  readonly userId: string;
  /** null where the token names none that there could be. */
  readonly sessionId: string | null;
}

async function claimedCaller(auth: Auth, c: Context): Promise<Claimed> {
  const claims = await verifyClaims(auth, bearerToken(c));
  const { sub, session_id: sessionId } = claims;
  if (!sub) throw forbidden("bad_jwt", "invalid claim: missing sub claim");
  if (!uuid.test(sub)) throw badRequest("bad_jwt", "invalid claim: sub claim must be a UUID");
  const isUuid = typeof sessionId === "string" && uuid.test(sessionId);
  return { claims, userId: sub, sessionId: isUuid ? sessionId : null };
}

function checkCaller(
  { claims }: Claimed,
  user: User | undefined,
  session: Session | undefined,
): Caller {
  if (!user) throw forbidden("user_not_found", "User from sub claim in JWT does not exist");
  // An ID token for some other party names the same user, and is signed by the same key.
  if (claims.aud !== undefined && ![claims.aud].flat().includes(user.aud)) {
    throw forbidden("bad_jwt", "invalid claim: aud claim is of another audience");
  }
  if (isBanned(user)) throw forbidden("user_banned", "User is banned");

  const { session_id: sessionId } = claims;
  if (sessionId === undefined || sessionId === "") return { user, session: undefined };
  if (typeof sessionId !== "string" || !uuid.test(sessionId)) {
    throw forbidden("bad_jwt", "invalid claim: session_id claim must be a UUID");
  }
  if (session?.user_id !== user.id) {
    throw forbidden("session_not_found", "Session from session_id claim in JWT does not exist");
  }
  return { user, session };
}

export function bearerToken(c: Context): string | undefined {
  return c.req.header("authorization")?.match(/^Bearer (\S+)$/i)?.[1];
}

/** @throws {AuthError} 401 without a token, 403 with one that does not count */
export async function verifyClaims(auth: Auth, token: string | undefined) {
  if (!token) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  try {
    return await auth.accessTokens.verify(token);
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    throw forbidden(
      "bad_jwt",
      `invalid JWT: unable to parse or verify signature, ${error.message}`,
    );
  }
}
