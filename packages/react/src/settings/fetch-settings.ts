import type { AuthAddress } from "./address.ts";
import { type AuthSettings, parseSettings } from "./settings.ts";

const timeoutMs = 3_000;

/**
 * Fetches an auth server's settings. Resolves to undefined if the server does not respond with them, and never rejects.
 * You can call this on a server and pass the result to the form as `settings`.
 *
 * @example
 * const settings = await fetchSettings({ url: `${SUPABASE_URL}/auth/v1`, apiKey });
 */
export async function fetchSettings({
  url,
  apiKey,
}: Pick<AuthAddress, "url"> & Partial<AuthAddress>): Promise<AuthSettings | undefined> {
  try {
    const response = await fetch(`${url}/settings`, {
      headers: apiKey ? { apikey: apiKey } : {},
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? parseSettings(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
