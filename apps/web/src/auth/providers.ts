import type { Provider } from "@supabase/auth-js";
import type { Configuration } from "../start/configuration.ts";

/** Offered when the backend does not say whom it works with; those of the forms themselves. */
export const defaultProviders: readonly Provider[] = ["github", "google", "azure"];

/** How long the form waits for the backend to say whom it works with, in milliseconds. */
const patience = 3000;

/**
 * Asks the backend, hosted or embedded, which social providers are on: `GET /auth/v1/settings`.
 *
 * @returns them in the order of their keys, or {@link defaultProviders} when it gives no answer in
 *   time. It never rejects: a form with a wrong button is better than none.
 */
export async function providersOf(
  { url, publishableKey }: Configuration,
  send: typeof fetch = fetch,
): Promise<readonly Provider[]> {
  try {
    const answer = await send(`${url}/auth/v1/settings`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(patience),
    });
    if (!answer.ok) return defaultProviders;
    return enabled(await answer.json()) ?? defaultProviders;
  } catch {
    return defaultProviders;
  }
}

function enabled(settings: unknown): Provider[] | undefined {
  const { external } = record(settings);
  if (typeof external !== "object" || external === null) return undefined;
  return Object.entries(external)
    .flatMap(([key, isOn]) => (isOn === true && isProvider(key) ? [key] : []))
    .sort();
}

function record(value: unknown): { external?: unknown } {
  return typeof value === "object" && value !== null ? value : {};
}

/** What `external` names besides social providers. */
const otherWays: ReadonlySet<string> = new Set(["anonymous_users", "email", "phone"]);

/**
 * A backend may work with providers that the client's type does not name yet; the client passes on
 * any name.
 */
function isProvider(key: string): key is Provider {
  return !otherWays.has(key);
}

/** What to ask a provider for beyond what the backend does: Microsoft tells no address unasked. */
export const providerScopes: { readonly [Key in Provider]?: string } = { azure: "email" };
