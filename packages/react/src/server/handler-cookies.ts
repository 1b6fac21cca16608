import { type CookieToSet, parseCookies } from "./cookies.ts";

/** Browsers only accept cookies with this prefix from the host itself, not from subdomains, and only over https. */
const securePrefix = "__Host-";

/** Returns one of the handler's own cookies, with the prefix if the site uses https. */
export function handlerCookie(
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

/** Returns the values of one of the handler's own cookies, first with the prefix and then without it. */
export function readHandlerCookie(cookieHeader: string | null, name: string): string[] {
  const cookies = parseCookies(cookieHeader);
  return [securePrefix + name, name].flatMap((fullName) =>
    cookies.filter((cookie) => cookie.name === fullName).map(({ value }) => value),
  );
}

/** Returns the cookies that remove one of the handler's own cookies, if the request has it. */
export function expiredHandlerCookies(cookieHeader: string | null, name: string): CookieToSet[] {
  return parseCookies(cookieHeader)
    .filter((cookie) => cookie.name === name || cookie.name === securePrefix + name)
    .map((cookie) => handlerCookie(name, "", cookie.name !== name, { maxAge: 0 }));
}
