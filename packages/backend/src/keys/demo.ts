import { decodeJwt } from "jose";

/**
 * The secret that every project of the Supabase CLI has until it sets its own. It is in Supabase's
 * documentation, so whoever reaches a server that has it can be anybody there.
 */
export const demoSecret = "super-secret-jwt-token-with-at-least-32-characters-long";

/** The claims of the CLI's own keys, which it signs with that secret. */
export const demoClaims = (role: string) => ({ iss: "supabase-demo", role, exp: 1983812996 });

/** The keys of newer releases of the CLI (its `pkg/config/apikeys.go`), likewise public. */
export const demoPublishableKey = "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH";
export const demoSecretKey = "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz";

/** True for one of the CLI's own keys, whoever signed it. */
export function isDemoKey(token: string): boolean {
  if (token === demoPublishableKey || token === demoSecretKey) return true;
  try {
    return decodeJwt(token).iss === "supabase-demo";
  } catch {
    return false;
  }
}

/** The remedy for a client that still has such a key. */
export function demoKeyHint(token: string): string {
  const setting = token.startsWith("sb_")
    ? `publishable_key = "${demoPublishableKey}" and secret_key = "${demoSecretKey}"`
    : `jwt_secret = "${demoSecret}"`;
  return (
    "This is a key that every project of the Supabase CLI has. Use the keys that `portico start` prints, or, for " +
    `development on this machine alone, set [auth] ${setting} in supabase/config.toml.`
  );
}

/**
 * The setting of `[auth]` by which anybody may be anybody, for it is in Supabase's documentation; undefined where
 * there is none.
 */
export function demoSetting({
  jwt_secret,
  secret_key,
  service_role_key,
}: {
  readonly jwt_secret?: string | undefined;
  readonly secret_key?: string | undefined;
  readonly service_role_key?: string | undefined;
}): string | undefined {
  if (jwt_secret === demoSecret) return "jwt_secret";
  if (secret_key !== undefined && isDemoKey(secret_key)) return "secret_key";
  if (service_role_key !== undefined && isDemoKey(service_role_key)) return "service_role_key";
  return undefined;
}
