import type { Context } from "hono";
import { incomingBody, readText } from "../../http/body/body.ts";
import { isClientGone } from "../../http/body/client-gone.ts";
import type { AuthContext } from "../context.ts";
import { resolveProvider } from "../custom-providers/provider.ts";
import { AuthError } from "../errors.ts";
import { type ReturnedFlow, takeProviderFlow } from "../provider-sign-in/flows.ts";
import { finishLink } from "../provider-sign-in/link.ts";
import {
  callHookForNewUser,
  refuseUnverified,
  runSignInTransaction,
  type SignInOutcome,
  signInWithProfile,
} from "../provider-sign-in/sign-in.ts";
import { callbackUrl, oauthClient } from "../providers/configured-providers.ts";
import type { ProviderSession } from "../providers/oauth-client.ts";
import type { Provider } from "../providers/provider-config.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { device } from "../request/parameters.ts";
import type { Grant } from "../sessions/grants.ts";
import { openSession } from "../sessions/open-session.ts";
import {
  codeRedirect,
  oauthErrors,
  sessionRedirect,
  withFragment,
  withQuery,
} from "../sessions/redirect-response.ts";
import { tokenResponse } from "../sessions/token-response.ts";
import { issueAuthCode } from "../tokens/flow-states.ts";
import {
  findPendingLink,
  handleConsentDecision,
  pendingLinkParameter,
  renderConsentPage,
  requestConsent,
} from "./linking-consent.ts";

/**
 * `GET` and `POST /callback`: handles the return from a provider. Always redirects to the application: with a
 * session in the fragment, with a code, or with an error. Before an account is linked, the person may see a
 * consent page at the same path.
 */
export async function callback(context: AuthContext, c: Context): Promise<Response> {
  c.header("cache-control", "no-store");
  let step: CallbackStep;
  try {
    step = await readStep(context, c);
  } catch (error) {
    return c.redirect(
      withQuery(context.config.auth.site_url, errorParameters(context, error)),
      303,
    );
  }
  try {
    const outcome = await step.run();
    return typeof outcome === "string" ? c.redirect(outcome, step.status) : outcome;
  } catch (error) {
    const parameters = errorParameters(context, error);
    return c.redirect(withFragment(withQuery(step.target, parameters), parameters), step.status);
  }
}

/** One request to `/callback`: the return from the provider, or a request of the consent page. */
interface CallbackStep {
  /** The page that the callback finally redirects to. */
  readonly target: string;
  /** The status of the redirect. */
  readonly status: 302 | 303;
  /**
   * Handles the request.
   *
   * @returns the URL to redirect to, or a page
   */
  run(): Promise<string | Response>;
}

async function readStep(context: AuthContext, c: Context): Promise<CallbackStep> {
  const parameters = await readParameters(c);
  const pendingId = c.req.query(pendingLinkParameter);
  if (pendingId !== undefined) {
    const link = await findPendingLink(context, c, pendingId);
    const run = () =>
      c.req.method === "POST"
        ? handleConsentDecision(context, c, link, parameters.get("answer"))
        : renderConsentPage(context, c, link);
    return { target: link.redirectTo, status: 303, run };
  }
  const providerReturn = await takeProviderFlow(context, c, parameters.get("state") ?? "");
  const target = providerReturn.flow.referrer || context.config.auth.site_url;
  const run = () => finishFlow(context, c, providerReturn, { parameters, target });
  return { target, status: 302, run };
}

async function readParameters(c: Context): Promise<URLSearchParams> {
  return c.req.method === "POST"
    ? new URLSearchParams(await readText(incomingBody(c)))
    : new URL(c.req.url).searchParams;
}

interface FlowReturn {
  readonly parameters: URLSearchParams;
  readonly target: string;
}

async function finishFlow(
  context: AuthContext,
  c: Context,
  { flow, codeVerifier, linkingTarget, isBound }: ReturnedFlow,
  { parameters, target }: FlowReturn,
): Promise<string> {
  const provider = await requireEnabledProvider(context, flow.provider_type);
  const session = await oauthClient(context).exchange(provider, {
    parameters,
    codeVerifier,
    redirectUri: callbackUrl(context, provider),
  });
  if (linkingTarget) {
    const account = session;
    const link = { flow, target: linkingTarget, provider, account, redirectTo: target };
    return isBound ? finishLink(context, c, link) : requestConsent(context, c, link);
  }
  const outcome = await signIn(context, c, provider, { flow, session, target });
  if (outcome.kind === "unverified") return refuseUnverified(context, outcome);
  if (outcome.kind === "code") return codeRedirect(target, outcome.code);
  return sessionRedirect(target, await tokenResponse(context, outcome.grant), {
    provider_token: session.accessToken,
    ...(session.refreshToken ? { provider_refresh_token: session.refreshToken } : {}),
  });
}

type CallbackOutcome =
  | Extract<SignInOutcome, { kind: "unverified" }>
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "session"; readonly grant: Grant };

async function signIn(
  context: AuthContext,
  c: Context,
  provider: Provider,
  {
    flow,
    session,
    target,
  }: Pick<ReturnedFlow, "flow"> & { session: ProviderSession; target: string },
): Promise<CallbackOutcome> {
  const { address } = device(c);
  const providerSignIn = { provider, profile: session.profile, redirectTo: target, address };
  await callHookForNewUser(context, providerSignIn);
  return runSignInTransaction(context, async (connection): Promise<CallbackOutcome> => {
    const result = await signInWithProfile(context, connection, providerSignIn);
    if (result.kind === "unverified") return result;
    const { user } = result;
    if (flow.code_challenge) {
      const code = await issueAuthCode(connection, flow, {
        userId: user.id,
        providerAccessToken: session.accessToken,
        providerRefreshToken: session.refreshToken,
      });
      return { kind: "code", code };
    }
    return {
      kind: "session",
      grant: await openSession(context, connection, { user, method: "oauth", device: device(c) }),
    };
  });
}

/** Resolves the provider again, because it may have been disabled while its page was open. */
async function requireEnabledProvider(context: AuthContext, name: string): Promise<Provider> {
  try {
    return await resolveProvider(context, name);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new AuthError(400, "oauth_provider_not_supported", error.message);
  }
}

/** Error codes that become OAuth's `access_denied` whatever their status is (supabase/auth, `getErrorQueryString`). */
const accessDeniedCodes: ReadonlySet<string> = new Set([
  "signup_disabled",
  "user_banned",
  "provider_email_needs_verification",
]);

function errorParameters({ log }: AuthContext, error: unknown): Record<string, string> {
  if (isClientGone(error)) throw error;
  const { status, code, message } = errorDetails(error);
  if (status >= 500) log.error({ err: error }, message);
  const oauthError = error instanceof ProviderError ? error.error : oauthErrors[status];
  return {
    error: code && accessDeniedCodes.has(code) ? "access_denied" : (oauthError ?? "server_error"),
    ...(code ? { error_code: code } : {}),
    error_description: message,
  };
}

function errorDetails(error: unknown): Pick<ProviderError, "status" | "code" | "message"> {
  if (error instanceof ProviderError || error instanceof AuthError) return error;
  return {
    status: 500,
    code: "unexpected_failure",
    message: "Unexpected failure, please check server logs for more information",
  };
}
