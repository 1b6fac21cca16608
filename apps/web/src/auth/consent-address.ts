/** Where applications send people to be let in: `authorization_url_path` in supabase/config.toml. */
export const consentPath = "/oauth/consent";

/** The question that an address asks; undefined where it names none. */
export function questionAt(search: string): string | undefined {
  return new URLSearchParams(search).get("authorization_id") || undefined;
}
