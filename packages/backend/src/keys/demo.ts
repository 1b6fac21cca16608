import { decodeJwt } from "jose";

/**
 * The default JWT secret of the Supabase CLI. It is in Supabase's documentation, so anyone who reaches a server with
 * this secret can sign tokens for any user.
 */
export const demoSecret = "super-secret-jwt-token-with-at-least-32-characters-long";

/** The claims of the CLI's default keys, which are signed with that secret. */
export const demoClaims = (role: string) => ({ iss: "supabase-demo", role, exp: 1983812996 });

/** The default keys of newer CLI releases (`pkg/config/apikeys.go`), also public. */
export const demoPublishableKey = "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH";
export const demoSecretKey = "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz";

/** Returns whether a key is one of the CLI's default keys, without verifying its signature. */
export function isDemoKey(token: string): boolean {
  if (token === demoPublishableKey || token === demoSecretKey) return true;
  try {
    return decodeJwt(token).iss === "supabase-demo";
  } catch {
    return false;
  }
}

/** Returns a hint for a client that still uses one of the CLI's default keys. */
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
 * Returns the name of a setting in `[auth]` whose value is published in Supabase's documentation, so that anyone could
 * sign in as any user. Returns undefined for other settings.
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
