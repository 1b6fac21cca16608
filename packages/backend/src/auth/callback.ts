import type { Context } from "hono";
import { arriving, readText } from "../http/body.ts";
import type { Log } from "../http/log.ts";
import type { Auth } from "./context.ts";
import { resolveProvider } from "./custom-providers/provider.ts";
import { AuthError } from "./errors.ts";
import { issueAuthCode } from "./flow-states.ts";
import { linkProfile, notifyOfLink } from "./identity-linking.ts";
import { sendLetters } from "./letters.ts";
import { type Arrival, admitProfile, arrive, askBeforeAdmission } from "./provider-accounts.ts";
import { callbackUrl, oauthClient } from "./provider-client.ts";
import { type ReturnedFlow, takeProviderFlow } from "./provider-flows.ts";
import {
  codeRedirect,
  oauthErrors,
  sessionRedirect,
  withFragment,
  withQuery,
} from "./redirect-url.ts";
import { device } from "./request.ts";
import { type Grant, openSession } from "./sessions.ts";
import type { ProviderSession } from "./social/oauth-client.ts";
import type { Provider } from "./social/provider.ts";
import { ProviderError } from "./social/provider-error.ts";
import { tokenResponse } from "./token-response.ts";

/**
 * `GET` and `POST /callback`: back from a provider. Leads on to the application, whatever comes of
 * it: with a session in the fragment, with a code to exchange for one, or with what went wrong.
 */
export async function callback(auth: Auth, c: Context, log: Log): Promise<Response> {
  c.header("cache-control", "no-store");
  const site = auth.config.auth.site_url;
  let parameters: URLSearchParams;
  let returned: ReturnedFlow;
  try {
    parameters = await readParameters(c);
    returned = await takeProviderFlow(auth, c, parameters.get("state") ?? "");
  } catch (error) {
    return c.redirect(withQuery(site, problemOf(error, log)), 303);
  }
  const target = returned.flow.referrer || site;
  try {
    return c.redirect(await finish(auth, c, returned, { parameters, target }), 302);
  } catch (error) {
    const problem = problemOf(error, log);
    return c.redirect(withFragment(withQuery(target, problem), problem), 302);
  }
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
  { flow, codeVerifier }: ReturnedFlow,
  { parameters, target }: Way,
): Promise<string> {
  const provider = await stillProvider(auth, flow.provider_type);
  const session = await oauthClient(auth).exchange(provider, {
    parameters,
    codeVerifier,
    redirectUri: callbackUrl(auth, provider),
  });
  const outcome = await admit(auth, c, provider, { flow, session, target });
  if (flow.linking_target_id) await notifyOfLink(auth, flow.linking_target_id, provider);
  if (outcome.kind === "to be verified") {
    await sendLetters(auth, outcome.letters);
    throw outcome.refusal;
  }
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
  if (!flow.linking_target_id) await askBeforeAdmission(auth, visit);
  return arrive(auth, async (connection): Promise<Outcome> => {
    const arrival = flow.linking_target_id
      ? await linkProfile(auth, connection, visit, flow.linking_target_id)
      : await admitProfile(auth, connection, visit);
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
      granted: await openSession(auth, connection, user, "oauth", device(c)),
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

/** What OAuth calls `access_denied` whatever its status (supabase/auth, `getErrorQueryString`). */
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
