import { isIP } from "node:net";
import type { Config } from "../config/schema.ts";

/**
 * Where a flow may send somebody afterwards: the address asked for if it is the site's own or on the
 * allow-list, else the site (supabase/auth, `internal/utilities/request.go`).
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
 * The longest address that is compared with patterns, in characters. With several `**` in one the
 * time that takes grows with a power of the length, and anybody may send an address.
 */
const longest = 2048;

export function isAllowedRedirect(config: Config, candidate: string): boolean {
  const site = parse(config.auth.site_url);
  const target = parse(candidate);
  if (!site || !target) return false;

  // RFC 8252, section 7.3: applications on the machine itself come back to whatever port is free.
  if (
    target.protocol === site.protocol &&
    target.hostname === site.hostname &&
    (target.port === site.port || isLoopback(target.hostname))
  ) {
    return true;
  }

  const host = target.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host)) return isLoopback(host);
  const isHttp = target.protocol === "http:" || target.protocol === "https:";
  if (isHttp && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host)) return false;

  if (candidate.length > longest) return false;
  const [withoutFragment = ""] = candidate.split("#", 1);
  return config.auth.additional_redirect_urls.some(
    (pattern) =>
      globPattern(pattern).test(withoutFragment) &&
      globPattern(originOf(pattern)).test(originOf(withoutFragment)),
  );
}

/**
 * An address, or a pattern for one, up to the end of its host and port. That much has to match by
 * itself: else `https://*.example.com` is taken to mean `https://evil?.example.com`, and
 * `https://**.example.com` to mean `https://evil.example/.example.com`.
 */
function originOf(text: string): string {
  const afterScheme = text.indexOf("://") + 3;
  if (afterScheme < 3) return text;
  const end = text.slice(afterScheme).search(/[/?#]/);
  return end < 0 ? text : text.slice(0, afterScheme + end);
}

/**
 * An address that a browser reads as it is written. URL parsers forgive backslashes, white space,
 * control characters, a missing `//` and hosts in strange spellings (`0x7f.1` is 127.0.0.1), each in
 * its own way; what they would mend is refused. Names and passwords before the host are refused too:
 * they serve only to mislead.
 */
function parse(text: string): URL | undefined {
  if (/[\s\\\p{Cc}]/u.test(text) || !/^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined;
  if (/^(javascript|data|vbscript|blob|file|about):/i.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.username !== "" || url.password !== "") return undefined;
  if (!/^https?:$/.test(url.protocol)) return url;
  const [, host] = text.match(/^https?:\/\/(\[[^\]]*\]|[^/?#:]*)/i) ?? [];
  return host?.toLowerCase() === url.hostname ? url : undefined;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/**
 * A pattern of `additional_redirect_urls`: `*` is anything within a part, `**` anything, `?` one
 * character, `[a-z]` one of a set, `{a,b}` one of several; parts end at `.` and `/`
 * (the hosted service's documentation, "Redirect URLs"; gobwas/glob).
 */
function globPattern(pattern: string): RegExp {
  let source = "";
  let depth = 0;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index] ?? "";
    if (character === "*") {
      const anything = pattern[index + 1] === "*";
      if (anything) index++;
      source += anything ? ".*" : "[^./]*";
    } else if (character === "?") {
      source += "[^./]";
    } else if (character === "[" && pattern.indexOf("]", index + 2) > 0) {
      const end = pattern.indexOf("]", index + 2);
      const negated = pattern[index + 1] === "!";
      const set = pattern.slice(index + (negated ? 2 : 1), end).replace(/[\\\]^[]/g, "\\$&");
      source += `[${negated ? "^" : ""}${set}]`;
      index = end;
    } else if (character === "{") {
      depth++;
      source += "(?:";
    } else if (character === "}" && depth > 0) {
      depth--;
      source += ")";
    } else if (character === "," && depth > 0) {
      source += "|";
    } else {
      if (character === "\\") index++;
      source += (character === "\\" ? (pattern[index] ?? "") : character).replace(
        /[\\^$.*+?()[\]{}|/]/g,
        "\\$&",
      );
    }
  }
  return new RegExp(`^${source}${")".repeat(depth)}$`, "s");
}
