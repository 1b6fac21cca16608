import type { AuthUiClient, SessionClient } from "@portico/react";
import { AuthClient } from "@supabase/auth-js";
import type { Backend } from "./backend.ts";

/** Stores the playground user's session while the page is open. */
const sessionStore = new Map<string, string>();
let clientCount = 0;

/**
 * Creates a client for the backend in this page. Like an application that was just opened, it reads the tokens of an
 * e-mail link from the URL.
 *
 * @param onLeave called with the URL to which an application would redirect
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
  // Hide the client's URL from plugins: they would send requests to the network, but only this client's `fetch` reaches
  // the backend.
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
