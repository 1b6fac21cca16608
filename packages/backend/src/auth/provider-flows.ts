/**
 * Sign-ins that are away at a provider. What leads back to one is its state: the flow's id, sealed
 * together with a secret that the browser keeps in a cookie, so that nobody can be signed in by
 * following somebody else's callback (RFC 6749, section 10.12;
 * docs/decisions/0007-a-flow-belongs-to-a-browser.md).
 */
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import type { Auth } from "./context.ts";
import {
  type CodeChallenge,
  createFlowState,
  type FlowState,
  isPast,
  takeFlowState,
} from "./flow-states.ts";
import { lockSession } from "./sessions.ts";
import { newCodeVerifier } from "./social/oauth-client.ts";
import { ProviderError } from "./social/provider-error.ts";

/** The cookie that holds the browser's secret; `__Host-` stands before it where there is TLS. */
const cookie = "portico_browser";

/**
 * Seconds that somebody may take at a provider. Supabase Auth gives them five minutes unless told
 * otherwise, which a forgotten password or a second factor can use up.
 */
const flowLifetime = 600;

/** Seconds that a browser keeps its secret; longer than any flow may take. */
const cookieLifetime = 3600;

export interface NewProviderFlow {
  readonly provider: string;
  readonly referrer: string;
  readonly codeChallenge: CodeChallenge | undefined;
  /**
   * Whose identity the account is to become. The state of such a flow is sealed with the session too,
   * and ends with it: who was in an account for a moment must not come back to it by a flow begun then.
   */
  readonly linkingTarget?: LinkingTarget | undefined;
}

/** Somebody who is signed in, and by which session, if by one. */
export interface LinkingTarget {
  readonly userId: string;
  readonly sessionId: string | undefined;
}

export interface StartedFlow {
  readonly state: string;
  readonly codeVerifier: string;
}

export async function startProviderFlow(
  auth: Auth,
  c: Context,
  flow: NewProviderFlow,
): Promise<StartedFlow> {
  const codeVerifier = newCodeVerifier();
  const id = await auth.database.transaction(async (connection) => {
    await connection.query(sql`
      delete from auth.oauth_client_states where created_at < now() - interval '1 hour'`);
    const oauthClientStateId = await keepCodeVerifier(connection, flow.provider, codeVerifier);
    return createFlowState(connection, {
      providerType: flow.provider,
      authenticationMethod: "oauth",
      codeChallenge: flow.codeChallenge,
      referrer: flow.referrer,
      oauthClientStateId,
      linkingTargetId: flow.linkingTarget?.userId,
    });
  });
  const isLink = flow.linkingTarget !== undefined;
  const browser = isOfABrowser(auth, flow.provider, isLink) ? keepBrowserSecret(auth, c) : "";
  if (!flow.linkingTarget) return { state: `${id}.${seal(auth, id, browser)}`, codeVerifier };
  const { sessionId = "" } = flow.linkingTarget;
  const sealed = seal(auth, id, `${sessionId} ${browser}`);
  return { state: `${id}.${sealed}.${sessionId}`, codeVerifier };
}

export interface ReturnedFlow {
  readonly flow: FlowState;
  readonly codeVerifier: string;
}

/**
 * Takes the flow that a callback's state names. It can be taken once.
 *
 * @throws {ProviderError} for a state that is missing, forged, another browser's, spent or too old
 */
export async function takeProviderFlow(
  auth: Auth,
  c: Context,
  state: string,
): Promise<ReturnedFlow> {
  if (state === "") throw ProviderError.badCallback("OAuth state parameter missing");
  const [id = "", sealed = "", sessionId = ""] = state.split(".");
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw invalidState();
  const { flow, codeVerifier } = await auth.database.transaction(async (connection) => {
    const flow = await takeFlowState(connection, id);
    if (flow?.authentication_method !== "oauth") throw unknownState();
    const isLink = flow.linking_target_id !== null;
    const isBound = isOfABrowser(auth, flow.provider_type, isLink);
    const browser = isBound ? (browserSecret(auth, c) ?? "") : "";
    const bond = isLink ? `${sessionId} ${browser}` : browser;
    if (!equal(sealed, seal(auth, id, bond))) throw invalidState();
    // The row of a flow that waits for its code to be exchanged is left as it is.
    if (flow.auth_code_issued_at !== null) throw ProviderError.usedState();
    if (flow.linking_target_id && sessionId !== "") {
      const session = await lockSession(connection, sessionId);
      if (session?.user_id !== flow.linking_target_id) throw unknownState();
    }
    const codeVerifier = await takeCodeVerifier(connection, flow.oauth_client_state_id);
    return { flow, codeVerifier };
  });
  if (isPast(flow.created_at, flowLifetime) || codeVerifier === undefined)
    throw ProviderError.badState("OAuth state has expired");
  return { flow, codeVerifier };
}

const invalidState = () => ProviderError.badState("OAuth state parameter is invalid");
const unknownState = () => ProviderError.badState("OAuth state not found or expired");

async function keepCodeVerifier(
  connection: Connection,
  provider: string,
  codeVerifier: string,
): Promise<string> {
  const id = randomUUID();
  await connection.query(sql`
    insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
    values (${id}, ${provider}, ${codeVerifier}, now())`);
  return id;
}

async function takeCodeVerifier(
  connection: Connection,
  id: string | null,
): Promise<string | undefined> {
  const { rows } = await connection.query<{ code_verifier: string }>(sql`
    delete from auth.oauth_client_states where id = ${id} returning code_verifier`);
  return rows[0]?.code_verifier;
}

/** Whether a flow has left its browser a cookie, and so ends in the same. */
function isOfABrowser(auth: Auth, provider: string, isLink: boolean): boolean {
  return !comesBackElsewhere(auth, provider) && (!isLink || hasItsPagesHere(auth));
}

/**
 * Whether all pages of the project are of our own origin. A link begins with a fetch, which brings a
 * cookie to no other, and leaves none there.
 */
function hasItsPagesHere(auth: Auth): boolean {
  const { external_url: ours, site_url: site, additional_redirect_urls: others } = auth.config.auth;
  const { origin } = new URL(ours);
  return [site, ...others].every((url) => URL.parse(url)?.origin === origin);
}

/** Whether `redirect_uri` names a host of its own, which gets no cookie of ours. */
function comesBackElsewhere(auth: Auth, provider: string): boolean {
  const { external, external_url: ourUrl } = auth.config.auth;
  const theirs = external[provider]?.redirect_uri;
  return theirs !== undefined && new URL(theirs).hostname !== new URL(ourUrl).hostname;
}

/** The browser's secret, the same for flows in several tabs. */
function keepBrowserSecret(auth: Auth, c: Context): string {
  const known = browserSecret(auth, c);
  const secret = known && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString("base64url");
  const kept = { httpOnly: true, maxAge: cookieLifetime };
  if (hasTls(auth)) {
    // Apple comes back with a form, with which browsers send none but SameSite=None cookies; those
    // must be Secure, and Apple takes no callback without TLS either.
    const secure = { prefix: "host", path: "/", secure: true, sameSite: "None" } as const;
    setCookie(c, cookie, secret, { ...kept, ...secure });
  } else {
    const path = new URL(auth.config.auth.external_url).pathname;
    setCookie(c, cookie, secret, { ...kept, path, sameSite: "Lax" });
  }
  return secret;
}

function browserSecret(auth: Auth, c: Context): string | undefined {
  return hasTls(auth) ? getCookie(c, cookie, "host") : getCookie(c, cookie);
}

/** Whether browsers come by https, to which cookies can be bound. */
function hasTls(auth: Auth): boolean {
  return auth.config.auth.external_url.startsWith("https:");
}

/** @param bond the secret of the browser that a flow belongs to, the session, or both */
function seal(auth: Auth, id: string, bond: string): string {
  return createHmac("sha256", auth.keys.derive("provider flows"))
    .update(`${id} ${bond}`)
    .digest("base64url");
}

function equal(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
