import type { AuthAddress } from "./address.ts";
import { type AuthSettings, parseSettings } from "./settings.ts";

/** How long to wait for an answer, in milliseconds. */
const patience = 3_000;

/**
 * Asks an auth server what it offers; undefined when it does not say. On a server: give what it
 * answers to the form as `settings`. It never rejects.
 *
 * @example
 * const settings = await fetchSettings({ url: `${SUPABASE_URL}/auth/v1`, apiKey });
 */
export async function fetchSettings({
  url,
  apiKey,
}: Pick<AuthAddress, "url"> & Partial<AuthAddress>): Promise<AuthSettings | undefined> {
  try {
    const answer = await fetch(`${url}/settings`, {
      headers: apiKey ? { apikey: apiKey } : {},
      signal: AbortSignal.timeout(patience),
    });
    return answer.ok ? parseSettings(await answer.json()) : undefined;
  } catch {
    return undefined;
  }
}
