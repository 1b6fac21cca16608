import type { OAuthClient } from "./clients.ts";
import { redirectUrisOf } from "./clients.ts";

/** Schemes that run code or read local files. */
const dangerousSchemes: ReadonlySet<string> = new Set([
  "javascript",
  "data",
  "file",
  "vbscript",
  "about",
  "blob",
]);

/** Loopback hosts, which need no TLS (RFC 8252, section 7.3). */
const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns the error in a client's redirect URI, or undefined. Checks the literal text, because redirect URIs
 * are compared literally (supabase/auth, `validateRedirectURI` of `internal/api/oauthserver/service.go`).
 */
export function redirectUriProblem(uri: string): string | undefined {
  if (uri === "") return "redirect URI cannot be empty";
  if (/[\s\\\p{Cc}]/u.test(uri) || /%(?![0-9a-f]{2})/i.test(uri) || uri.startsWith(":")) {
    return "invalid URL format";
  }
  const [, scheme, authority = ""] = uri.match(/^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i) ?? [];
  if (!scheme || authority === "") return "must have scheme and host";
  if (!URL.canParse(uri)) return "invalid URL format";
  if (dangerousSchemes.has(scheme.toLowerCase())) {
    return `scheme '${scheme.toLowerCase()}' is not allowed for security reasons`;
  }
  const host = authority.replace(/^.*@/, "").replace(/:\d*$/, "");
  if (scheme.toLowerCase() === "http" && !loopbackHosts.has(host)) {
    return "HTTP scheme only allowed for localhost";
  }
  if (uri.includes("#")) return "fragment not allowed in redirect URI";
  // The column separates redirect URIs with commas. A URI with a comma would be read back as two, the second
  // unchecked.
  if (uri.includes(",")) return "comma not allowed in redirect URI";
  return undefined;
}

/** Returns whether the client registered exactly this URI (RFC 9700, section 2.1: no patterns). */
export function isRegistered(client: OAuthClient, uri: string): boolean {
  return redirectUrisOf(client).includes(uri);
}

/** Returns the URI with parameters added to its query, sorted by name. */
export function withQueryParameters(
  uri: string,
  parameters: Readonly<Record<string, string | null>>,
): string {
  const [address = "", query] = uri.split(/\?(.*)/s);
  const searchParams = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== "") searchParams.set(name, value);
  }
  searchParams.sort();
  return `${address}?${searchParams}`;
}
