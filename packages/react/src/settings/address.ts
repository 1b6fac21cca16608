import type { AuthUiClient } from "../client.ts";

/** Where an auth server is, and what a request to it carries. */
export interface AuthAddress {
  /** Such as `https://xyz.supabase.co/auth/v1`. */
  readonly url: string;
  /** The publishable key, which hosted projects ask for. */
  readonly apiKey: string | undefined;
}

/**
 * The address that a client was made with. The reference client keeps it as `auth.url`, and the key
 * among `auth.headers`; both are protected to TypeScript alone. Undefined for a client that has none.
 */
export function addressOf({ auth }: Pick<AuthUiClient, "auth">): AuthAddress | undefined {
  const { url, headers }: { url?: unknown; headers?: unknown } = Object(auth);
  if (typeof url !== "string" || !url) return undefined;
  const sent = Object.entries(Object(headers));
  const [, apiKey] = sent.find(([name]) => name.toLowerCase() === "apikey") ?? [];
  return { url, apiKey: typeof apiKey === "string" ? apiKey : undefined };
}
