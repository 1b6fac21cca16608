/**
 * Returns the path and the query of an address on this site, or "/" for an address elsewhere. Prevents open redirects,
 * however the address is spelled.
 *
 * @param address a path, or a full URL
 * @param origin the origin of the site
 */
export function pathOfSite(address: string, origin: string): string {
  const url = parse(address, origin);
  if (!url?.href.startsWith(`${origin}/`)) return "/";
  const path = url.pathname + url.search;
  // The browser parses the path again, and `/.//evil.example` parses to `//evil.example`.
  return parse(path, origin)?.href === origin + path ? path : "/";
}

function parse(address: string, origin: string): URL | undefined {
  return URL.canParse(address, origin) ? new URL(address, origin) : undefined;
}
