/**
 * Returns whether one of this site's forms sent a request, to prevent CSRF. Browsers set the headers that it reads, and
 * pages cannot change them: `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/), and in older browsers `Origin`,
 * whose host must then be the request's host.
 */
export function isSameOrigin({ headers, url }: Request, siteOrigin: string | undefined): boolean {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  // A page with `Referrer-Policy: no-referrer` sends "null" (https://fetch.spec.whatwg.org/#origin-header).
  if (site !== null && (origin === null || origin === "null")) return site === "same-origin";
  if (origin === null || !URL.canParse(origin)) return false;
  if (site !== null && site !== "same-origin") return false;
  if (siteOrigin !== undefined) return origin === siteOrigin;
  const { host } = new URL(origin);
  const hosts = [headers.get("x-forwarded-host"), headers.get("host"), new URL(url).host];
  return site === "same-origin" || hosts.includes(host);
}

/** Returns the site's origin as its visitors see it. Only call this for requests from this site's forms and links. */
export function originOf({ headers, url }: Request, siteOrigin: string | undefined): string {
  if (siteOrigin !== undefined) return siteOrigin;
  const origin = headers.get("origin") ?? "";
  return URL.canParse(origin) ? new URL(origin).origin : new URL(url).origin;
}
