import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Auth } from "../context.ts";

/** The cookie that holds the browser's secret, with the prefix `__Host-` under TLS. */
const cookie = "portico_browser";

/** Seconds that a browser keeps its secret; longer than any flow may take. */
const cookieLifetimeSeconds = 3600;

/** The browser's secret, shared by flows in several tabs. */
export function ensureBrowserSecret(auth: Auth, c: Context): string {
  const existing = browserSecret(auth, c);
  const secret =
    existing && /^[\w-]{43}$/.test(existing) ? existing : randomBytes(32).toString("base64url");
  const kept = { httpOnly: true, maxAge: cookieLifetimeSeconds };
  if (hasTls(auth)) {
    // Apple comes back with a form, for which browsers send only SameSite=None cookies; those must be
    // Secure, and Apple takes no callback without TLS either.
    const secure = { prefix: "host", path: "/", secure: true, sameSite: "None" } as const;
    setCookie(c, cookie, secret, { ...kept, ...secure });
  } else {
    const path = new URL(auth.config.auth.external_url).pathname;
    setCookie(c, cookie, secret, { ...kept, path, sameSite: "Lax" });
  }
  return secret;
}

export function browserSecret(auth: Auth, c: Context): string | undefined {
  return hasTls(auth) ? getCookie(c, cookie, "host") : getCookie(c, cookie);
}

/** Tells if browsers come by https, to which cookies can be bound. */
function hasTls(auth: Auth): boolean {
  return auth.config.auth.external_url.startsWith("https:");
}
