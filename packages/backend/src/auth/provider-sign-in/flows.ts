/**
 * Pending sign-ins at a provider. The OAuth `state` is the flow's id, signed together with a secret in the
 * browser's cookie, so that nobody gets signed in by following another person's callback URL (RFC 6749,
 * section 10.12; docs/decisions/0007).
 */
import { createHmac, randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { isEqualText } from "../../keys/constant-time.ts";
import type { AuthContext } from "../context.ts";
import { newCodeVerifier } from "../providers/oauth-client.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { browserSecret, ensureBrowserSecret } from "../request/browser-secret.ts";
import { lockSession } from "../sessions/sessions.ts";
import {
  type CodeChallenge,
  createFlowState,
  type FlowState,
  hasElapsed,
  takeFlowState,
} from "../tokens/flow-states.ts";

/**
 * How long a person has to sign in at a provider. Supabase Auth allows five minutes by default, but a forgotten
 * password or a second factor can take longer.
 */
export const flowLifetimeSeconds = 600;

export interface NewProviderFlow {
  readonly provider: string;
  readonly referrer: string;
  readonly codeChallenge: CodeChallenge | undefined;
  /**
   * The user to link the account to. The state of such a flow is also bound to the session and ends with it: an
   * intruder who briefly had access must not return through a flow that they started then.
   */
  readonly linkingTarget?: LinkingTarget | undefined;
}

/** A signed-in user, and their session if the token has one. */
export interface LinkingTarget {
  readonly userId: string;
  readonly sessionId: string | undefined;
}

export interface StartedFlow {
  readonly state: string;
  readonly codeVerifier: string;
}

export async function startProviderFlow(
  context: AuthContext,
  c: Context,
  flow: NewProviderFlow,
): Promise<StartedFlow> {
  const codeVerifier = newCodeVerifier();
  const id = await context.database.transaction(async (connection) => {
    await connection.query(sql`
      delete from auth.oauth_client_states where created_at < now() - interval '1 hour'`);
    const oauthClientStateId = await storeCodeVerifier(connection, flow.provider, codeVerifier);
    return createFlowState(connection, {
      providerType: flow.provider,
      authenticationMethod: "oauth",
      codeChallenge: flow.codeChallenge,
      referrer: flow.referrer,
      oauthClientStateId,
      linkingTargetId: flow.linkingTarget?.userId,
    });
  });
  const receivesCookie = !returnsToOtherHost(context, flow.provider);
  if (!flow.linkingTarget) {
    const browserBinding = receivesCookie ? ensureBrowserSecret(context, c) : "";
    return { state: `${id}.${signState(context, id, browserBinding)}`, codeVerifier };
  }
  const { sessionId = "" } = flow.linkingTarget;
  const binding =
    receivesCookie && canSetCookie(context, c)
      ? linkStateBinding(sessionId, ensureBrowserSecret(context, c))
      : linkStateBinding(sessionId);
  return { state: `${id}.${signState(context, id, binding)}.${sessionId}`, codeVerifier };
}

export interface ReturnedFlow {
  readonly flow: FlowState;
  readonly codeVerifier: string;
  /** The user to link the account to; undefined if the flow signs in. */
  readonly linkingTarget: LinkingTarget | undefined;
  /** True if the flow provably began in this browser. */
  readonly isBound: boolean;
}

/**
 * Consumes the flow that the callback's state names.
 *
 * @throws {ProviderError} for a state that is missing, forged, from another browser, already used or expired
 */
export async function takeProviderFlow(
  context: AuthContext,
  c: Context,
  state: string,
): Promise<ReturnedFlow> {
  if (state === "") throw ProviderError.badCallback("OAuth state parameter missing");
  const [id = "", signature = "", sessionId = ""] = state.split(".");
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw invalidState();
  const { flow, codeVerifier, isBound } = await context.database.transaction(async (connection) => {
    const flow = await takeFlowState(connection, id);
    if (flow?.authentication_method !== "oauth") throw unknownState();
    const isLink = flow.linking_target_id !== null;
    const browserBinding = returnsToOtherHost(context, flow.provider_type)
      ? ""
      : browserSecret(context, c);
    const isSignedWith = (binding: string) =>
      isEqualText(signature, signState(context, id, binding));
    const isBound = isSignedWith(
      isLink ? linkStateBinding(sessionId, browserBinding ?? "") : (browserBinding ?? ""),
    );
    if (!isBound && !(isLink && isSignedWith(linkStateBinding(sessionId)))) throw invalidState();
    // The row of a flow stays until its code is exchanged.
    if (flow.auth_code_issued_at !== null) throw ProviderError.usedState();
    if (flow.linking_target_id && sessionId !== "") {
      const session = await lockSession(connection, sessionId);
      if (session?.user_id !== flow.linking_target_id) throw unknownState();
    }
    const codeVerifier = await takeCodeVerifier(connection, flow.oauth_client_state_id);
    return { flow, codeVerifier, isBound };
  });
  if (hasElapsed(flow.created_at, flowLifetimeSeconds) || codeVerifier === undefined)
    throw expiredState();
  const linkingTarget = flow.linking_target_id
    ? { userId: flow.linking_target_id, sessionId: sessionId || undefined }
    : undefined;
  return { flow, codeVerifier, linkingTarget, isBound };
}

export const invalidState = () => ProviderError.badState("OAuth state parameter is invalid");
export const unknownState = () => ProviderError.badState("OAuth state not found or expired");
export const expiredState = () => ProviderError.badState("OAuth state has expired");

async function storeCodeVerifier(
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

/**
 * Returns whether the response to this request can set a cookie. Linking starts with a fetch, and browsers keep cookies
 * only from same-origin fetches, which they mark (Fetch Metadata). The page must also have the callback's host. A
 * client that forges these headers only binds the flow to itself.
 */
function canSetCookie(context: AuthContext, c: Context): boolean {
  const page = URL.parse(c.req.header("referer") ?? "");
  const { hostname } = new URL(context.config.auth.external_url);
  return c.req.header("sec-fetch-site") === "same-origin" && page?.hostname === hostname;
}

/**
 * @param browserBinding the secret of the browser that the link is bound to. If undefined, the person has to consent
 */
function linkStateBinding(sessionId: string, browserBinding?: string): string {
  return browserBinding === undefined
    ? `asked ${sessionId}`
    : `link ${sessionId} ${browserBinding}`;
}

/** Returns whether `redirect_uri` has another host, which does not receive this server's cookie. */
function returnsToOtherHost(context: AuthContext, provider: string): boolean {
  const { external, external_url: externalUrl } = context.config.auth;
  const redirectUri = external[provider]?.redirect_uri;
  return (
    redirectUri !== undefined && new URL(redirectUri).hostname !== new URL(externalUrl).hostname
  );
}

/** @param binding the browser's secret, the session id, or both */
function signState(context: AuthContext, id: string, binding: string): string {
  return createHmac("sha256", context.keys.keyFor("provider flows"))
    .update(`${id} ${binding}`)
    .digest("base64url");
}
