import { type CookieToSet, parseCookies } from "./cookies.ts";

/** Browsers accept this prefix only from the host itself, not from its subdomains, and only on https. */
const securePrefix = "__Host-";

/** Returns a cookie of the handler's own. */
export function ownCookie(
  name: string,
  value: string,
  isSecure: boolean,
  options: CookieToSet["options"],
): CookieToSet {
  return {
    name: isSecure ? securePrefix + name : name,
    value,
    options: { path: "/", sameSite: "lax", secure: isSecure, ...options },
  };
}

/** Returns the values of a cookie of the handler's own, with the prefix and without it. */
export function readOwnCookie(cookieHeader: string | null, name: string): string[] {
  const cookies = parseCookies(cookieHeader);
  return [securePrefix + name, name].flatMap((fullName) =>
    cookies.filter((cookie) => cookie.name === fullName).map(({ value }) => value),
  );
}

/** Returns the cookies that remove a cookie of the handler's own, if the request has it. */
export function removedOwnCookie(cookieHeader: string | null, name: string): CookieToSet[] {
  return parseCookies(cookieHeader)
    .filter((cookie) => cookie.name === name || cookie.name === securePrefix + name)
    .map((cookie) => ownCookie(name, "", cookie.name !== name, { maxAge: 0 }));
}
