import type { OAuthClient } from "./clients.ts";
import { redirectUrisOf } from "./clients.ts";

/** Schemes that run code, or read from the machine that opens them. */
const dangerous: ReadonlySet<string> = new Set([
  "javascript",
  "data",
  "file",
  "vbscript",
  "about",
  "blob",
]);

/** Hosts of the person's own machine, which need no TLS (RFC 8252, section 7.3). */
const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The error in a redirect address of a client; undefined if none. The address is checked as it is
 * written, because that is how it is compared (supabase/auth, `validateRedirectURI` of
 * `internal/api/oauthserver/service.go`).
 */
export function redirectUriProblem(uri: string): string | undefined {
  if (uri === "") return "redirect URI cannot be empty";
  if (/[\s\\\p{Cc}]/u.test(uri) || /%(?![0-9a-f]{2})/i.test(uri) || uri.startsWith(":")) {
    return "invalid URL format";
  }
  const [, scheme, authority = ""] = uri.match(/^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i) ?? [];
  if (!scheme || authority === "") return "must have scheme and host";
  if (!URL.canParse(uri)) return "invalid URL format";
  if (dangerous.has(scheme.toLowerCase())) {
    return `scheme '${scheme.toLowerCase()}' is not allowed for security reasons`;
  }
  const host = authority.replace(/^.*@/, "").replace(/:\d*$/, "");
  if (scheme.toLowerCase() === "http" && !loopback.has(host)) {
    return "HTTP scheme only allowed for localhost";
  }
  if (uri.includes("#")) return "fragment not allowed in redirect URI";
  // The column holds all of a client's addresses, separated by commas. One with a comma of its own would
  // come back as two, the second of which was never checked.
  if (uri.includes(",")) return "comma not allowed in redirect URI";
  return undefined;
}

/** Tells if the client registered this very address (RFC 9700, section 2.1: no patterns). */
export function isRegistered(client: OAuthClient, uri: string): boolean {
  return redirectUrisOf(client).includes(uri);
}

/** The address with an answer added to its query, in the order of the names. */
export function answerAt(uri: string, answer: Readonly<Record<string, string | null>>): string {
  const [address = "", query] = uri.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(answer)) {
    if (value !== null && value !== "") parameters.set(name, value);
  }
  parameters.sort();
  return `${address}?${parameters}`;
}
