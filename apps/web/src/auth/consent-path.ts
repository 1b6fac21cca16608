/** `authorization_url_path` in supabase/config.toml. */
export const consentPath = "/oauth/consent";

/** Returns the id of the authorization request in a query string, if any. */
export function authorizationIdIn(search: string): string | undefined {
  return new URLSearchParams(search).get("authorization_id") || undefined;
}
