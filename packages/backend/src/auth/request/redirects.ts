import { isIP } from "node:net";
import { isWebProtocol, matchesPattern } from "../../config/sections/redirect-patterns.ts";
import type { Config } from "../../config/sections/schema.ts";

/**
 * Returns the URL to redirect to after a flow: the requested one if it belongs to the site or is on the allow
 * list, otherwise the site URL (supabase/auth, `internal/utilities/request.go`).
 */
export function redirectTarget(
  config: Config,
  ...candidates: readonly (string | undefined)[]
): string {
  return (
    candidates.find((candidate) => candidate && isAllowedRedirect(config, candidate)) ??
    config.auth.site_url
  );
}

/**
 * The longest URL that is matched against patterns, in characters. With several `**` in a pattern the time
 * grows polynomially with the length, and any caller can send a URL.
 */
const maxLength = 2048;

export function isAllowedRedirect(config: Config, candidate: string): boolean {
  const site = parse(config.auth.site_url);
  const target = parse(candidate);
  if (!site || !target) return false;
  // Refuse paths that begin with `//`: a page that redirects to its own path would send the browser to another host.
  if (target.pathname.startsWith("//")) return false;

  // RFC 8252, section 7.3: native applications listen on any free loopback port.
  if (
    target.protocol === site.protocol &&
    target.hostname === site.hostname &&
    (target.port === site.port || isLoopback(target.hostname))
  ) {
    return true;
  }

  if (isWebProtocol(target.protocol)) {
    const host = target.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host)) return isLoopback(host);
    if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host)) return false;
  }
  if (target.href.length > maxLength || hasParentSegment(target.pathname)) return false;
  return config.auth.additional_redirect_urls.some((pattern) => matchesPattern(pattern, target));
}

/**
 * Parses a URL strictly. URL parsers disagree about backslashes, white space, control characters, a missing `//` and
 * unusual hosts (`0x7f.1` is 127.0.0.1), so such URLs are refused. So are user names and passwords, which serve only to
 * mislead people.
 */
function parse(text: string): URL | undefined {
  if (/[\s\\\p{Cc}]/u.test(text) || !/^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined;
  if (/^(javascript|data|vbscript|blob|file|about):/i.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.username !== "" || url.password !== "") return undefined;
  if (!isWebProtocol(url.protocol)) return url;
  const [, host] = text.match(/^https?:\/\/(\[[^\]]*\]|[^/?#:]*)/i) ?? [];
  return host?.toLowerCase() === url.hostname ? url : undefined;
}

/** Returns whether the path leaves its folder on a server that decodes slashes before it resolves dots. */
function hasParentSegment(path: string): boolean {
  return /(\/|%2f|%5c)(\.|%2e){2}(\/|%2f|%5c|$)/i.test(path);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}
