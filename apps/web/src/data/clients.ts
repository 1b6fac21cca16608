import { AuthClient, type AuthError, type GoTrueClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { takingTokens } from "../auth/session-link.ts";
import type { Configuration } from "../start/configuration.ts";
import { namingFailures } from "./network.ts";
import type { Database } from "./schema.ts";
import { asWhoeverIsSignedIn } from "./token.ts";

/** Where the session is kept in the browser's storage, and the name that tabs talk to each other by. */
export const sessionKey = "portico.session";

/**
 * Whether a session was left in this browser. It may have run out; it says what to expect, not what
 * is the case.
 */
export function hasKeptSession(): boolean {
  try {
    return localStorage.getItem(sessionKey) !== null;
  } catch {
    return false;
  }
}

/** The two clients of one backend. */
export interface Clients {
  /** What came of a session that the address brought; null when it brought none, or a good one. */
  readonly arrival: Promise<AuthError | null>;
  readonly auth: GoTrueClient;
  readonly data: PostgrestClient<Database>;
}

/** Makes the clients of the backend that the configuration names, hosted or embedded. */
export function clientsOf({ url, publishableKey }: Configuration): Clients {
  const taking = takingTokens(window);
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: sessionKey,
    // The implicit flow, so that a link opened on another device than the one that asked for it works.
    flowType: "implicit",
    detectSessionInUrl: taking.detectSessionInUrl,
    autoRefreshToken: true,
    persistSession: true,
  });
  const data = new PostgrestClient<Database>(`${url}/rest/v1`, {
    headers: { apikey: publishableKey },
    fetch: asWhoeverIsSignedIn(
      auth,
      namingFailures((input, init) => fetch(input, init)),
    ),
    // The query client retries, and says so meanwhile.
    retry: false,
  });
  const arrival = auth.initialize().then(({ error }) => {
    taking.settle(error);
    return error;
  });
  return { auth, data, arrival };
}
