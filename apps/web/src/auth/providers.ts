import { type AuthSettings, enabledProviders, parseSettings } from "@portico/react/plugins";
import type { Provider } from "@supabase/auth-js";
import type { Configuration } from "../data/configuration.ts";

/** The providers to show if the backend does not respond: the form's own defaults. */
export const defaultProviders: readonly Provider[] = ["github", "google", "azure"];

/** The time that the form waits for the settings. */
const timeoutMs = 3000;

/**
 * Fetches the settings of the hosted or embedded backend: `GET /auth/v1/settings`. Resolves to undefined if it does not
 * respond in time; never rejects.
 */
export async function fetchSettings(
  { url, publishableKey }: Configuration,
  fetchImpl: typeof fetch = fetch,
): Promise<AuthSettings | undefined> {
  try {
    const response = await fetchImpl(`${url}/auth/v1/settings`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? parseSettings(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the enabled social providers, the defaults first. Returns {@link defaultProviders} without settings: a
 * button that fails is better than a form without buttons.
 */
export function socialProvidersOf(settings: AuthSettings | undefined): readonly Provider[] {
  return settings ? enabledProviders(settings) : defaultProviders;
}

/** Scopes in addition to those that the backend requests. Microsoft needs one for the e-mail address. */
export const providerScopes: { readonly [Key in Provider]?: string } = { azure: "email" };
