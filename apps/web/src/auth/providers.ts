import { type AuthSettings, enabledProviders, parseSettings } from "@portico/react/plugins";
import type { Provider } from "@supabase/auth-js";
import type { Configuration } from "../data/configuration.ts";

/** Offered when the backend does not say whom it works with; those of the forms themselves. */
export const defaultProviders: readonly Provider[] = ["github", "google", "azure"];

/** How long the form waits for the backend to say whom it works with, in milliseconds. */
const patience = 3000;

/**
 * Asks the backend, hosted or embedded, what it offers: `GET /auth/v1/settings`. Undefined when it
 * gives no answer in time. It never rejects.
 */
export async function settingsOf(
  { url, publishableKey }: Configuration,
  send: typeof fetch = fetch,
): Promise<AuthSettings | undefined> {
  try {
    const answer = await send(`${url}/auth/v1/settings`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(patience),
    });
    return answer.ok ? parseSettings(await answer.json()) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The social providers that are on, those of the forms first, or {@link defaultProviders} where
 * the backend did not say: a form with a wrong button is better than none.
 */
export function providersIn(settings: AuthSettings | undefined): readonly Provider[] {
  return settings ? enabledProviders(settings) : defaultProviders;
}

/** Scopes beyond those that the backend asks for: Microsoft tells no address unasked. */
export const providerScopes: { readonly [Key in Provider]?: string } = { azure: "email" };
