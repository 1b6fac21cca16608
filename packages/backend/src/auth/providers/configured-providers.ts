import type { AuthContext } from "../context.ts";
import { createOAuthClient, type OAuthClient } from "./oauth-client.ts";
import { type Provider, type ProviderOptions, providerFor } from "./provider-config.ts";
import { sandboxFetch } from "./sandbox.ts";

/** One client per server, because it caches the providers' signing keys. */
const clients = new WeakMap<AuthContext, OAuthClient>();

/** Returns the OAuth client. Its requests to the sandbox stay within the process. */
export function oauthClient(context: AuthContext): OAuthClient {
  let client = clients.get(context);
  if (!client) {
    client = createOAuthClient({ fetch: outgoingFetch(context) });
    clients.set(context, client);
  }
  return client;
}

/** Returns the `fetch` for requests to providers. */
export function outgoingFetch({ sandbox }: AuthContext): typeof globalThis.fetch {
  return sandbox ? sandboxFetch(sandbox, sandbox.origin) : globalThis.fetch;
}

/**
 * Returns a provider as the project has configured it.
 *
 * @throws {ProviderError} when the provider is not configured
 */
export function configuredProvider(
  context: AuthContext,
  name: string,
  options: Pick<ProviderOptions, "needsSecret"> = {},
): Provider {
  return providerFor(name, context.config.auth.external[name.toLowerCase()], {
    ...options,
    sandboxOrigin: context.sandbox?.origin,
  });
}

/** Returns the URL that a provider redirects to. */
export function callbackUrl(context: AuthContext, provider: Provider): string {
  return provider.redirectUri ?? `${context.config.auth.external_url}/callback`;
}
