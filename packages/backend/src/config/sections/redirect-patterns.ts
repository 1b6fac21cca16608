/** The regular expressions of a pattern, for the complete URL and for its origin. */
interface Pattern {
  readonly full: RegExp;
  readonly origin: RegExp;
}

/**
 * Returns whether a pattern of `additional_redirect_urls` matches a URL. `*` matches any text within a part, `**` any
 * text, `?` one character, `[a-z]` one character of a set, and `{a,b}` one of several alternatives. Parts end at `.`
 * and `/` (the hosted service's documentation, "Redirect URLs"; gobwas/glob). The URL is compared as browsers normalize
 * it: dot segments resolved, default port removed, scheme and host in lower case. The pattern is normalized in the same
 * way.
 *
 * @param address a URL without a username or password
 */
export function matchesPattern(pattern: string, address: URL): boolean {
  const [text = ""] = address.href.split("#", 1);
  const [origin] = text.match(/^[^:]+:\/\/[^/?]*/) ?? [text];
  // A web URL always has a path, even if the path is not written.
  const isRoot = isWebProtocol(address.protocol) && address.pathname === "/";
  const texts = isRoot ? [text, origin + address.search] : [text];
  return expandAlternatives(pattern)
    .map(compilePattern)
    .some(
      (compiled) => compiled.origin.test(origin) && texts.some((text) => compiled.full.test(text)),
    );
}

/** Returns whether a text is a valid pattern. For example, `[z-a]` is not a valid set. */
export function isPattern(text: string): boolean {
  try {
    expandAlternatives(text).map(compilePattern);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

export function isWebProtocol(protocol: string): boolean {
  return protocol === "http:" || protocol === "https:";
}

/** Expands `{a,b}` into one pattern for each combination of alternatives. */
function expandAlternatives(pattern: string): string[] {
  const groups: { readonly prefixes: string[]; readonly alternatives: string[] }[] = [];
  let current = [""];
  const close = () => {
    const group = groups.pop();
    if (!group) return;
    const expanded = [...group.alternatives, ...current];
    current = group.prefixes.flatMap((start) => expanded.map((end) => start + end));
  };
  for (const [token] of pattern.matchAll(tokenPattern)) {
    const group = groups.at(-1);
    if (token === "{") {
      groups.push({ prefixes: current, alternatives: [] });
      current = [""];
    } else if (token === "," && group) {
      group.alternatives.push(...current);
      current = [""];
    } else if (token === "}" && group) close();
    else current = current.map((start) => start + token);
  }
  while (groups.length > 0) close();
  return current;
}

/** Matches a wildcard, a set, an escaped character, or any other character. */
const tokenPattern = /\*\*|\[!?.[^\]]*\]|\\.|./gsu;
const wildcardPattern = /[*?[\\]/;

/**
 * Compiles a pattern without alternatives. Scheme, host and port must also match on their own. Otherwise
 * `https://*.example.com` would match `https://evil?.example.com`, and `https://**.example.com` would match
 * `https://evil.example/.example.com`.
 */
function compilePattern(expandedPattern: string): Pattern {
  const pattern =
    !wildcardPattern.test(expandedPattern) && URL.canParse(expandedPattern)
      ? new URL(expandedPattern).href
      : expandedPattern;
  const [, scheme = "", authority = "", remainder = ""] =
    pattern.match(/^([^:/]+:)\/\/((?:\[!?.[^\]]*\]|\\.|[^/\\])*)(.*)$/su) ?? [];
  if (scheme === "") return { full: globToRegExp(pattern), origin: globToRegExp(pattern) };
  const protocol = scheme.toLowerCase();
  const port = protocol === "https:" ? /:443$/ : /:80$/;
  const host = isWebProtocol(protocol) ? authority.toLowerCase().replace(port, "") : authority;
  return {
    full: globToRegExp(`${protocol}//${host}${remainder}`),
    origin: globToRegExp(`${protocol}//${host}`),
  };
}

function globToRegExp(pattern: string): RegExp {
  const source = Array.from(pattern.matchAll(tokenPattern), ([token]) =>
    toRegExpSource(token),
  ).join("");
  return new RegExp(`^${source}$`, "su");
}

function toRegExpSource(token: string): string {
  if (token === "**") return ".*";
  if (token === "*") return "[^./]*";
  if (token === "?") return "[^./]";
  if (token.startsWith("[") && token.length > 1) {
    const isNegated = token.startsWith("[!") && token.length > 3;
    const set = token.slice(isNegated ? 2 : 1, -1).replace(/[\\\]^[]/g, "\\$&");
    return `[${isNegated ? "^" : ""}${set}]`;
  }
  const character = token.length > 1 && token.startsWith("\\") ? token.slice(1) : token;
  // Browsers percent-encode these characters.
  const text = /[^\x21-\x7e]/u.test(character) ? encodeURIComponent(character) : character;
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
