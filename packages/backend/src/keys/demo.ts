import { decodeJwt } from "jose";

/**
 * The secret that every project of the Supabase CLI has until it sets its own. It is in Supabase's
 * documentation, so whoever reaches a server that has it can be anybody there.
 */
export const demoSecret = "super-secret-jwt-token-with-at-least-32-characters-long";

/** The claims of the CLI's own keys, which it signs with that secret. */
export const demoClaims = (role: string) => ({ iss: "supabase-demo", role, exp: 1983812996 });

/** True for one of the CLI's own keys, whoever signed it. */
export function isDemoKey(token: string): boolean {
  try {
    return decodeJwt(token).iss === "supabase-demo";
  } catch {
    return false;
  }
}

/** The remedy for a client that still has such a key. */
export const demoKeyHint =
  "This is a key that every project of the Supabase CLI has. Use the keys that `portico start` prints, or, for " +
  `development on this machine alone, set [auth] jwt_secret = "${demoSecret}" in supabase/config.toml.`;
