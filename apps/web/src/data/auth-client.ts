import { AuthClient, type AuthError, type GoTrueClient } from "@supabase/auth-js";
import type { Configuration } from "./configuration.ts";
import { sessionKey } from "./kept-session.ts";
import { takingTokens } from "./session-link.ts";

/** The auth client of one backend. */
export interface Authentication {
  readonly auth: GoTrueClient;
  /** The error of the session in the address; null when there was no session, or a good one. */
  readonly arrival: Promise<AuthError | null>;
}

/** Makes the auth client of the backend that the configuration names, hosted or embedded. */
export function authenticationOf(configuration: Configuration): Authentication {
  const taking = takingTokens(window);
  const auth = new AuthClient({
    ...wireOf(configuration),
    storageKey: sessionKey,
    // The implicit flow, so that a link opened on another device than the one that asked for it works.
    flowType: "implicit",
    detectSessionInUrl: taking.detectSessionInUrl,
    autoRefreshToken: true,
    persistSession: true,
  });
  const arrival = auth.initialize().then(({ error }) => {
    taking.settle(error);
    return error;
  });
  return { auth, arrival };
}

let made = 0;

/**
 * Makes an auth client beside that of the page, by which a password can be tried while the session goes
 * on. It keeps nothing, and no other client has its name.
 */
export function passingClientOf(configuration: Configuration): GoTrueClient {
  made += 1;
  return new AuthClient({
    ...wireOf(configuration),
    storageKey: `${sessionKey}.passing-${made}`,
    detectSessionInUrl: false,
    autoRefreshToken: false,
    persistSession: false,
  });
}

const wireOf = ({ url, publishableKey }: Configuration) => ({
  url: `${url}/auth/v1`,
  headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
});
