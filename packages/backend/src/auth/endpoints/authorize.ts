import type { Context } from "hono";
import type { AuthContext } from "../context.ts";
import { resolveProvider } from "../custom-providers/provider.ts";
import { badRequest } from "../errors.ts";
import { limitByAddress } from "../limits/rate-limits.ts";
import { type LinkingTarget, startProviderFlow } from "../provider-sign-in/flows.ts";
import { callbackUrl, oauthClient } from "../providers/configured-providers.ts";
import type { Provider } from "../providers/provider-config.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { device, redirectCandidates } from "../request/parameters.ts";
import { redirectTarget } from "../request/redirects.ts";
import { readCodeChallenge } from "../tokens/flow-states.ts";

const hostRedirectParameter = "portico_moved";

/** The parameters of this server. All others are passed on to the provider. */
const ownParameters = new Set([
  "provider",
  "redirect_to",
  "scopes",
  "code_challenge",
  "code_challenge_method",
  "invite_token",
  "skip_http_redirect",
  hostRedirectParameter,
]);

/** `GET /authorize`: redirects to a provider. */
export async function authorize(context: AuthContext, c: Context): Promise<Response> {
  const externalHostUrl = urlOnExternalHost(context, c);
  return c.redirect(externalHostUrl ?? (await providerUrl(context, c)), 302);
}

/**
 * Starts a flow, and returns the provider's URL for the browser.
 *
 * @param linkingTarget the user to link the account to
 * @throws {AuthError} 400 for a provider that is not configured or an incomplete PKCE challenge, 429 when
 *   rate-limited
 */
export async function providerUrl(
  context: AuthContext,
  c: Context,
  linkingTarget?: LinkingTarget,
): Promise<string> {
  const query = c.req.query();
  const provider = await readProvider(context, query["provider"] ?? "");
  const codeChallenge = readCodeChallenge(query);
  await limitByAddress(context, "provider_redirect", device(c).address);
  const { state, codeVerifier } = await startProviderFlow(context, c, {
    provider: provider.name,
    referrer: redirectTarget(context.config, ...redirectCandidates(c)),
    codeChallenge,
    linkingTarget,
  });
  return oauthClient(context).authorizationUrl(provider, {
    state,
    codeVerifier,
    redirectUri: callbackUrl(context, provider),
    scopes: query["scopes"],
    parameters: Object.fromEntries(
      Object.entries(query).filter(([name]) => !ownParameters.has(name)),
    ),
  });
}

async function readProvider(context: AuthContext, name: string): Promise<Provider> {
  try {
    return await resolveProvider(context, name);
  } catch (error) {
    if (error instanceof ProviderError) throw badRequest("validation_failed", error.message);
    throw error;
  }
}

/**
 * Returns this request's URL on the callback's host, if it was sent to another host: the cookie must be set for
 * the host that the provider returns to. The marker parameter prevents a redirect loop behind a proxy that
 * rewrites host names.
 */
function urlOnExternalHost(context: AuthContext, c: Context): string | undefined {
  const [requestUrl, externalUrl] = [new URL(c.req.url), new URL(context.config.auth.external_url)];
  if (
    requestUrl.hostname === externalUrl.hostname ||
    requestUrl.searchParams.has(hostRedirectParameter)
  )
    return undefined;
  requestUrl.searchParams.set(hostRedirectParameter, "1");
  return `${externalUrl.href.replace(/\/+$/, "")}/authorize${requestUrl.search}`;
}
