import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AuthContext } from "../context.ts";

/** The cookie that holds the browser's secret, with the prefix `__Host-` under TLS. */
const cookieName = "portico_browser";

/** Longer than any flow may take. */
const cookieLifetimeSeconds = 3600;

/** Returns the browser's secret, which the flows of all its tabs share. Sets the cookie if it is missing. */
export function ensureBrowserSecret(context: AuthContext, c: Context): string {
  const existingSecret = browserSecret(context, c);
  const secret =
    existingSecret && /^[\w-]{43}$/.test(existingSecret)
      ? existingSecret
      : randomBytes(32).toString("base64url");
  const commonOptions = { httpOnly: true, maxAge: cookieLifetimeSeconds };
  if (hasTls(context)) {
    // Apple returns with a cross-site form post, which only carries SameSite=None cookies. Those must be
    // Secure, and Apple accepts only https callbacks anyway.
    const secureOptions = { prefix: "host", path: "/", secure: true, sameSite: "None" } as const;
    setCookie(c, cookieName, secret, { ...commonOptions, ...secureOptions });
  } else {
    const path = new URL(context.config.auth.external_url).pathname;
    setCookie(c, cookieName, secret, { ...commonOptions, path, sameSite: "Lax" });
  }
  return secret;
}

export function browserSecret(context: AuthContext, c: Context): string | undefined {
  return hasTls(context) ? getCookie(c, cookieName, "host") : getCookie(c, cookieName);
}

/** Returns whether browsers use https, which Secure cookies require. */
function hasTls(context: AuthContext): boolean {
  return context.config.auth.external_url.startsWith("https:");
}
