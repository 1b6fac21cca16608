import { z } from "zod";
import { AuthError, badRequest } from "../errors.ts";
import { requirePublicUrl } from "./public-url.ts";

const optionalStrings = z.array(z.string()).optional();

const discoverySchema = z.object({
  issuer: z.string().default(""),
  authorization_endpoint: z.string().default(""),
  token_endpoint: z.string().default(""),
  userinfo_endpoint: z.string().optional(),
  jwks_uri: z.string().default(""),
  scopes_supported: optionalStrings,
  response_types_supported: optionalStrings,
  grant_types_supported: optionalStrings,
  subject_types_supported: optionalStrings,
});

/** The stored part of a provider's metadata (OpenID Connect Discovery 1.0, section 3). */
export type Discovery = z.output<typeof discoverySchema>;

/** Returns the URL of an issuer's metadata: the configured one, or the standard one. */
export function discoveryUrlOf(issuer: string, url: string | null | undefined): string {
  return url || `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`;
}

const timeoutMs = 10_000;

const maxBytes = 1 << 20;

/**
 * Fetches a provider's metadata, and checks its issuer.
 *
 * @throws {AuthError} 400 when it cannot be fetched, names another issuer, or lacks a required endpoint
 */
export async function discover(
  fetch: typeof globalThis.fetch,
  url: string,
  issuer: string,
): Promise<Discovery> {
  const discoveryError = (reason: string) =>
    invalid(`OIDC discovery from "${url}" failed: ${reason}`);
  const response = await fetchText(fetch, url).catch((error: unknown) => {
    const reason = error instanceof AuthError ? error.message : "no response";
    throw discoveryError(`oidc: discovery request to ${url} failed: ${reason}`);
  });
  if (response.status !== 200) {
    throw discoveryError(`oidc: discovery request to ${url} returned ${response.status}`);
  }
  const document = parse(response.text);
  if (!document) throw discoveryError(`oidc: failed to decode discovery document from ${url}`);
  if (document.issuer !== issuer) {
    throw discoveryError(`oidc: issuer mismatch, expected "${issuer}" got "${document.issuer}"`);
  }
  const missingEndpoints = (
    ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const
  ).filter((name) => document[name] === "");
  if (missingEndpoints.length > 0) {
    throw invalid(
      `OIDC discovery document is missing required fields: ${missingEndpoints.join(", ")}`,
    );
  }
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = document;
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint]) {
    if (endpoint) await requirePublicUrl(endpoint);
  }
  return document;
}

async function fetchText(
  fetch: typeof globalThis.fetch,
  url: string,
): Promise<{ readonly status: number; readonly text: string }> {
  await requirePublicUrl(url);
  const response = await fetch(url, {
    headers: { accept: "application/json", "user-agent": "portico" },
    // Refuse redirects, because only the original URL was checked for internal addresses.
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const decoder = new TextDecoder();
  let [size, text] = [0, ""];
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw invalid("the response is too long");
    text += decoder.decode(chunk, { stream: true });
  }
  return { status: response.status, text: text + decoder.decode() };
}

function parse(text: string): Discovery | undefined {
  try {
    return discoverySchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const invalid = (message: string) => badRequest("validation_failed", message);
