import type { Context } from "hono";
import { arriving, readText } from "../../http/body.ts";
import type { Log } from "../../log/log.ts";
import type { Auth } from "../context.ts";
import { resolveProvider } from "../custom-providers/provider.ts";
import { AuthError } from "../errors.ts";
import {
  type Arrival,
  admitProfile,
  arrive,
  askBeforeAdmission,
  refuseUnverified,
} from "../provider-sign-in/accounts.ts";
import { callbackUrl, oauthClient } from "../provider-sign-in/client.ts";
import { type ReturnedFlow, takeProviderFlow } from "../provider-sign-in/flows.ts";
import { finishLink } from "../provider-sign-in/link.ts";
import type { ProviderSession } from "../providers/oauth-client.ts";
import type { Provider } from "../providers/provider.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { device } from "../request/parameters.ts";
import { type Grant, openSession } from "../sessions/grants.ts";
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
  askForConsent,
  askPerson,
  findWaitingLink,
  takeAnswer,
  waitingLink,
} from "./linking-consent.ts";

/**
 * `GET` and `POST /callback`: the return from a provider. Redirects to the application in any case: with
 * a session in the fragment, with a code to exchange for one, or with an error. A link to an account may
 * ask the person first, at the same path.
 */
export async function callback(auth: Auth, c: Context, log: Log): Promise<Response> {
  c.header("cache-control", "no-store");
  let step: Step;
  try {
    step = await readStep(auth, c);
  } catch (error) {
    return c.redirect(withQuery(auth.config.auth.site_url, problemOf(error, log)), 303);
  }
  try {
    const outcome = await step.take();
    return typeof outcome === "string" ? c.redirect(outcome, step.status) : outcome;
  } catch (error) {
    const problem = problemOf(error, log);
    return c.redirect(withFragment(withQuery(step.target, problem), problem), step.status);
  }
}

/** One request to the callback. */
interface Step {
  /** The page that it leads to in the end. */
  readonly target: string;
  /** The status of the redirect. */
  readonly status: 302 | 303;
  /**
   * Takes the step.
   *
   * @returns the address to redirect to, or a page
   */
  take(): Promise<string | Response>;
}

async function readStep(auth: Auth, c: Context): Promise<Step> {
  const parameters = await readParameters(c);
  const waiting = c.req.query(waitingLink);
  if (waiting !== undefined) {
    const link = await findWaitingLink(auth, c, waiting);
    const take = () =>
      c.req.method === "POST"
        ? takeAnswer(auth, c, link, parameters.get("answer"))
        : askPerson(auth, c, link);
    return { target: link.redirectTo, status: 303, take };
  }
  const returned = await takeProviderFlow(auth, c, parameters.get("state") ?? "");
  const target = returned.flow.referrer || auth.config.auth.site_url;
  const take = () => finish(auth, c, returned, { parameters, target });
  return { target, status: 302, take };
}

async function readParameters(c: Context): Promise<URLSearchParams> {
  return c.req.method === "POST"
    ? new URLSearchParams(await readText(arriving(c)))
    : new URL(c.req.url).searchParams;
}

interface Way {
  readonly parameters: URLSearchParams;
  readonly target: string;
}

async function finish(
  auth: Auth,
  c: Context,
  { flow, codeVerifier, linkingTarget, isBound }: ReturnedFlow,
  { parameters, target }: Way,
): Promise<string> {
  const provider = await stillProvider(auth, flow.provider_type);
  const session = await oauthClient(auth).exchange(provider, {
    parameters,
    codeVerifier,
    redirectUri: callbackUrl(auth, provider),
  });
  if (linkingTarget) {
    const account = session;
    const link = { flow, target: linkingTarget, provider, account, redirectTo: target };
    return isBound ? finishLink(auth, c, link) : askForConsent(auth, c, link);
  }
  const outcome = await admit(auth, c, provider, { flow, session, target });
  if (outcome.kind === "to be verified") return refuseUnverified(auth, outcome);
  if (outcome.kind === "code") return codeRedirect(target, outcome.code);
  return sessionRedirect(target, await tokenResponse(auth, outcome.granted), {
    provider_token: session.accessToken,
    ...(session.refreshToken ? { provider_refresh_token: session.refreshToken } : {}),
  });
}

type Outcome =
  | Extract<Arrival, { kind: "to be verified" }>
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "session"; readonly granted: Grant };

async function admit(
  auth: Auth,
  c: Context,
  provider: Provider,
  {
    flow,
    session,
    target,
  }: Pick<ReturnedFlow, "flow"> & { session: ProviderSession; target: string },
): Promise<Outcome> {
  const { address } = device(c);
  const visit = { provider, profile: session.profile, redirectTo: target, address };
  await askBeforeAdmission(auth, visit);
  return arrive(auth, async (connection): Promise<Outcome> => {
    const arrival = await admitProfile(auth, connection, visit);
    if (arrival.kind === "to be verified") return arrival;
    const { user } = arrival;
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
      granted: await openSession(auth, connection, { user, method: "oauth", device: device(c) }),
    };
  });
}

/** The provider may have been switched off while its page was open. */
async function stillProvider(auth: Auth, name: string): Promise<Provider> {
  try {
    return await resolveProvider(auth, name);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new AuthError(400, "oauth_provider_not_supported", error.message);
  }
}

/**
 * The codes that OAuth calls `access_denied` whatever their status (supabase/auth,
 * `getErrorQueryString`).
 */
const denials: ReadonlySet<string> = new Set([
  "signup_disabled",
  "user_banned",
  "provider_email_needs_verification",
]);

function problemOf(error: unknown, log: Log): Record<string, string> {
  const { status, code, message } = describe(error);
  if (status >= 500) log.error({ err: error }, message);
  const word = error instanceof ProviderError ? error.error : oauthErrors[status];
  return {
    error: code && denials.has(code) ? "access_denied" : (word ?? "server_error"),
    ...(code ? { error_code: code } : {}),
    error_description: message,
  };
}

function describe(error: unknown): Pick<ProviderError, "status" | "code" | "message"> {
  if (error instanceof ProviderError || error instanceof AuthError) return error;
  return {
    status: 500,
    code: "unexpected_failure",
    message: "Unexpected failure, please check server logs for more information",
  };
}
