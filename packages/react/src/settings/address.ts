import type { AuthUiClient } from "../client.ts";

/** The URL of an auth server, and its API key. */
export interface AuthAddress {
  /** The URL, such as `https://xyz.supabase.co/auth/v1`. */
  readonly url: string;
  /** The publishable key, which hosted projects require. */
  readonly apiKey: string | undefined;
}

/**
 * Returns the address that a client was created with, or undefined if the client has none. The client stores the
 * address as `auth.url` and the key in `auth.headers`, which TypeScript declares as protected.
 */
export function authAddressOf({ auth }: Pick<AuthUiClient, "auth">): AuthAddress | undefined {
  const { url, headers }: { url?: unknown; headers?: unknown } = Object(auth);
  if (typeof url !== "string" || !url) return undefined;
  const entries = Object.entries(Object(headers));
  const [, apiKey] = entries.find(([name]) => name.toLowerCase() === "apikey") ?? [];
  return { url, apiKey: typeof apiKey === "string" ? apiKey : undefined };
}
