/** The tests of an address: of its whole text and of its origin alone. */
interface Pattern {
  readonly whole: RegExp;
  readonly origin: RegExp;
}

/**
 * True when a pattern of `additional_redirect_urls` matches an address. `*` is anything within a part,
 * `**` anything, `?` one character, `[a-z]` one of a set, `{a,b}` one of several; parts end at `.` and
 * `/` (the hosted service's documentation, "Redirect URLs"; gobwas/glob).
 *
 * The address is compared as a browser reads it: with its dot segments resolved, its default port dropped,
 * its scheme and host in lower case. The pattern is brought into the same form.
 *
 * @param address without a name or password before its host
 */
export function isNamedBy(pattern: string, address: URL): boolean {
  const [text = ""] = address.href.split("#", 1);
  const [origin] = text.match(/^[^:]+:\/\/[^/?]*/) ?? [text];
  // A web address has a path even where none is written.
  const isRoot = isOfTheWeb(address.protocol) && address.pathname === "/";
  const texts = isRoot ? [text, origin + address.search] : [text];
  return alternatives(pattern)
    .map(patternOf)
    .some((one) => one.origin.test(origin) && texts.some((written) => one.whole.test(written)));
}

/** True when a text is a valid pattern; `[z-a]`, for one, is no set. */
export function isPattern(text: string): boolean {
  try {
    alternatives(text).map(patternOf);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

export function isOfTheWeb(protocol: string): boolean {
  return protocol === "http:" || protocol === "https:";
}

/** The patterns without `{a,b}` that a pattern stands for, with one of the several at each place. */
function alternatives(pattern: string): string[] {
  const groups: { readonly before: string[]; readonly ended: string[] }[] = [];
  let current = [""];
  const close = () => {
    const group = groups.pop();
    if (!group) return;
    const ended = [...group.ended, ...current];
    current = group.before.flatMap((start) => ended.map((end) => start + end));
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

/** A wildcard, a set, an escaped character, or any other. */
const tokens = /\*\*|\[!?.[^\]]*\]|\\.|./gsu;
const wildcards = /[*?[\\]/;

/**
 * Scheme, host and port have to match by themselves as well. Otherwise `https://*.example.com` would match
 * `https://evil?.example.com`, and `https://**.example.com` would match `https://evil.example/.example.com`.
 */
function patternOf(flat: string): Pattern {
  const pattern = !wildcards.test(flat) && URL.canParse(flat) ? new URL(flat).href : flat;
  const [, scheme = "", authority = "", rest = ""] =
    pattern.match(/^([^:/]+:)\/\/((?:\[!?.[^\]]*\]|\\.|[^/\\])*)(.*)$/su) ?? [];
  if (scheme === "") return { whole: glob(pattern), origin: glob(pattern) };
  const protocol = scheme.toLowerCase();
  const port = protocol === "https:" ? /:443$/ : /:80$/;
  const host = isOfTheWeb(protocol) ? authority.toLowerCase().replace(port, "") : authority;
  return { whole: glob(`${protocol}//${host}${rest}`), origin: glob(`${protocol}//${host}`) };
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
  // Browsers percent-encode such a character.
  const written = /[^\x21-\x7e]/u.test(character) ? encodeURIComponent(character) : character;
  return written.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
