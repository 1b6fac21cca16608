import type { AuthUiClient, SessionClient } from "@portico/react";
import { AuthClient } from "@supabase/auth-js";
import type { Backend } from "./backend.ts";

/** Stores the session of the playground's user while the page is open. */
const sessionStore = new Map<string, string>();
let clientCount = 0;

/**
 * Creates a client of the backend in this page, like a page that was just opened: it reads the tokens of a message's
 * link from the address.
 *
 * @param onLeave Called with the address to which an application would redirect.
 */
export function openClient(
  { url, publishableKey, fetch }: Backend,
  onRedirect: (address: string) => void,
): AuthUiClient & SessionClient & { auth: InstanceType<typeof AuthClient> } {
  const storageKey = `playground-${clientCount++}`;
  const client = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: publishableKey },
    fetch,
    storageKey,
    storage: {
      getItem: (key) => sessionStore.get(key.slice(storageKey.length)) ?? null,
      setItem: (key, value) => void sessionStore.set(key.slice(storageKey.length), value),
      removeItem: (key) => void sessionStore.delete(key.slice(storageKey.length)),
    },
  });
  const signInWithOAuth: typeof client.signInWithOAuth = async ({ options, ...credentials }) => {
    const response = await client.signInWithOAuth({
      ...credentials,
      options: { ...options, skipBrowserRedirect: true },
    });
    if (response.data.url) onRedirect(response.data.url);
    return response;
  };
  // Without the client's URL, no plugin sends requests to the network that only this client's `fetch` can answer.
  const overrides: Readonly<Record<PropertyKey, unknown>> = { signInWithOAuth, url: undefined };
  const auth = new Proxy(client, {
    get(target, name) {
      if (name in overrides) return overrides[name];
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { auth };
}
