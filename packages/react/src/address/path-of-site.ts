/**
 * The path that an address names on a site, with its query; "/" where it names none. A link must not
 * lead anybody off the site, in whatever spelling.
 *
 * @param address what a link says: a path, or a whole address
 * @param origin the site's
 */
export function pathOfSite(address: string, origin: string): string {
  const named = parse(address, origin);
  if (!named?.href.startsWith(`${origin}/`)) return "/";
  const path = named.pathname + named.search;
  // The browser reads the path once more, and `/.//evil.example` has come out as `//evil.example`.
  return parse(path, origin)?.href === origin + path ? path : "/";
}

function parse(address: string, origin: string): URL | undefined {
  return URL.canParse(address, origin) ? new URL(address, origin) : undefined;
}
