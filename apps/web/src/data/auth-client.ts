import { AuthClient, type AuthError, type GoTrueClient } from "@supabase/auth-js";
import type { Configuration } from "./configuration.ts";
import { rememberRequests } from "./requested-links.ts";
import { createTokenRemover } from "./session-link.ts";
import { sessionKey } from "./stored-session.ts";

/** The auth client of one backend. */
export interface Authentication {
  readonly auth: GoTrueClient;
  /** Resolves to the error of a session link in the URL, or to null without a link or if the link worked. */
  readonly linkError: Promise<AuthError | null>;
}

/** Creates the page's auth client, for the hosted or the embedded backend. */
export function createAuthentication(configuration: Configuration): Authentication {
  const addressTokens = createTokenRemover(window);
  const auth = new AuthClient({
    ...connectionOptions(configuration),
    storageKey: sessionKey,
    // With PKCE, a link would only work on the device that requested it. Instead, the page asks before it accepts one
    // that another device has requested (start/link-question.tsx).
    flowType: "implicit",
    detectSessionInUrl: addressTokens.detectSessionInUrl,
    autoRefreshToken: true,
    persistSession: true,
    experimental: { recoveryCodes: true },
  });
  rememberRequests(auth);
  const linkError = auth.initialize().then(({ error }) => {
    addressTokens.settle(error);
    return error;
  });
  return { auth, linkError };
}

let clientCount = 0;

/**
 * Creates a second auth client, to check a password without touching the page's session. It stores nothing, and its
 * storage key is unique, so that it shares no lock or channel with another client.
 */
export function temporaryAuthClient(configuration: Configuration): GoTrueClient {
  clientCount += 1;
  return new AuthClient({
    ...connectionOptions(configuration),
    storageKey: `${sessionKey}.temporary-${clientCount}`,
    detectSessionInUrl: false,
    autoRefreshToken: false,
    persistSession: false,
  });
}

const connectionOptions = ({ url, publishableKey }: Configuration) => ({
  url: `${url}/auth/v1`,
  headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
});
