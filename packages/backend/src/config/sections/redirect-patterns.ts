/** The regular expressions of a pattern, for the complete URL and for its origin. */
interface Pattern {
  readonly full: RegExp;
  readonly origin: RegExp;
}

/**
 * Returns whether a pattern of `additional_redirect_urls` matches a URL. `*` matches any text within a part, `**` any
 * text, `?` one character, `[a-z]` one character of a set, and `{a,b}` one of several alternatives. Parts end at `.`
 * and `/` (the hosted service's documentation, "Redirect URLs"; gobwas/glob). The URL is compared in the form to which
 * browsers normalize it: dot segments resolved, default port removed, scheme and host in lower case. The pattern is
 * normalized in the same way.
 *
 * @param address a URL without a username or password
 */
export function matchesPattern(pattern: string, address: URL): boolean {
  const [text = ""] = address.href.split("#", 1);
  const [origin] = text.match(/^[^:]+:\/\/[^/?]*/) ?? [text];
  // A web URL always has a path, even if the path is not written.
  const isRoot = isWebProtocol(address.protocol) && address.pathname === "/";
  const texts = isRoot ? [text, origin + address.search] : [text];
  return alternatives(pattern)
    .map(patternOf)
    .some((item) => item.origin.test(origin) && texts.some((text) => item.full.test(text)));
}

/** Returns whether a text is a valid pattern. For example, `[z-a]` is not a valid set. */
export function isPattern(text: string): boolean {
  try {
    alternatives(text).map(patternOf);
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
function alternatives(pattern: string): string[] {
  const groups: { readonly before: string[]; readonly ended: string[] }[] = [];
  let current = [""];
  const close = () => {
    const group = groups.pop();
    if (!group) return;
    const alternatives = [...group.ended, ...current];
    current = group.before.flatMap((start) => alternatives.map((end) => start + end));
  };
  for (const [token] of pattern.matchAll(tokens)) {
    const group = groups.at(-1);
    if (token === "{") {
      groups.push({ before: current, ended: [] });
      current = [""];
    } else if (token === "," && group) {
      group.ended.push(...current);
      current = [""];
    } else if (token === "}" && group) close();
    else current = current.map((start) => start + token);
  }
  while (groups.length > 0) close();
  return current;
}

/** Matches a wildcard, a set, an escaped character, or any other character. */
const tokens = /\*\*|\[!?.[^\]]*\]|\\.|./gsu;
const wildcards = /[*?[\\]/;

/**
 * Compiles a pattern without alternatives. Scheme, host and port must also match on their own. Otherwise
 * `https://*.example.com` would match `https://evil?.example.com`, and `https://**.example.com` would match
 * `https://evil.example/.example.com`.
 */
function patternOf(flat: string): Pattern {
  const pattern = !wildcards.test(flat) && URL.canParse(flat) ? new URL(flat).href : flat;
  const [, scheme = "", authority = "", rest = ""] =
    pattern.match(/^([^:/]+:)\/\/((?:\[!?.[^\]]*\]|\\.|[^/\\])*)(.*)$/su) ?? [];
  if (scheme === "") return { full: glob(pattern), origin: glob(pattern) };
  const protocol = scheme.toLowerCase();
  const port = protocol === "https:" ? /:443$/ : /:80$/;
  const host = isWebProtocol(protocol) ? authority.toLowerCase().replace(port, "") : authority;
  return { full: glob(`${protocol}//${host}${rest}`), origin: glob(`${protocol}//${host}`) };
}

function glob(flat: string): RegExp {
  const source = Array.from(flat.matchAll(tokens), ([token]) => sourceOf(token)).join("");
  return new RegExp(`^${source}$`, "su");
}

function sourceOf(token: string): string {
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
