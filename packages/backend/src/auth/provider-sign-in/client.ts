import type { Auth } from "../context.ts";
import { createOAuthClient, type OAuthClient } from "../providers/oauth-client.ts";
import { type Provider, type ProviderOptions, providerFor } from "../providers/provider.ts";
import { sandboxFetch } from "../providers/sandbox.ts";

/** One client per server, because it caches the keys that providers publish. */
const clients = new WeakMap<Auth, OAuthClient>();

/** The OAuth client. Requests to our own sandbox stay within the process. */
export function oauthClient(auth: Auth): OAuthClient {
  let client = clients.get(auth);
  if (!client) {
    client = createOAuthClient({ fetch: outgoingFetch(auth) });
    clients.set(auth, client);
  }
  return client;
}

/** The `fetch` for requests to providers. */
export function outgoingFetch({ sandbox }: Auth): typeof globalThis.fetch {
  return sandbox ? sandboxFetch(sandbox, sandbox.origin) : globalThis.fetch;
}

/**
 * A provider as this project has set it up.
 *
 * @throws {ProviderError} when it has not
 */
export function providerOf(
  auth: Auth,
  name: string,
  options: Pick<ProviderOptions, "needsSecret"> = {},
): Provider {
  return providerFor(name, auth.config.auth.external[name.toLowerCase()], {
    ...options,
    sandboxOrigin: auth.sandbox?.origin,
  });
}

/** The address that a provider sends people back to. */
export function callbackUrl(auth: Auth, provider: Provider): string {
  return provider.redirectUri ?? `${auth.config.auth.external_url}/callback`;
}
