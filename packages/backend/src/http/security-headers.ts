import type { MiddlewareHandler } from "hono";
import type { Config } from "../config/schema.ts";
import { isLoopback } from "./ip-address.ts";

/**
 * What every answer of the server says to browsers, whichever part gives it: take it for nothing but
 * what it says it is, let no page frame it and, where the project is reached by https, come back by
 * https alone (RFC 6797; OWASP ASVS 5.0, 3.4.1, 3.4.4 and 3.4.6).
 *
 * It is added to the answer that there is. Hono's `header` makes another of it, whose body is a stream,
 * and to read that takes longer than to write the rest.
 */
export function securityHeaders(config: Config): MiddlewareHandler {
  const { protocol, hostname } = new URL(config.api.external_url);
  // Said of this machine it would bind everything else that is developed on it as well.
  const isSecure = protocol === "https:" && hostname !== "localhost" && !isLoopback(hostname);
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set("x-content-type-options", "nosniff");
    // An answer of the data wire is a page where a function makes one, and may say more of itself.
    if (!headers.has("content-security-policy")) {
      headers.set("content-security-policy", "frame-ancestors 'none'");
    }
    if (isSecure) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
  };
}

/**
 * What an answer with tokens in it says: keep no copy (RFC 6749, section 5.1), tell nobody where you
 * were, and let no page frame you. It is data or a way on, and hardly ever a page.
 */
export const confidential: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  // The one page of the wire, which asks before an account is linked, says more of itself.
  if (!headers.has("content-security-policy")) {
    headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  }
  headers.set("referrer-policy", "no-referrer");
};

/** What every page is sent with: it may run its own files and nothing else. */
export function pageHeaders(connectTo: readonly string[] = []): MiddlewareHandler {
  const policy = [
    "default-src 'self'",
    `connect-src ${["'self'", ...connectTo].join(" ")}`,
    "img-src 'self' data: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set("content-security-policy", policy);
    headers.set("x-content-type-options", "nosniff");
    headers.set("referrer-policy", "strict-origin-when-cross-origin");
    headers.set("cross-origin-opener-policy", "same-origin");
    headers.set("permissions-policy", "camera=(), geolocation=(), microphone=()");
    headers.set("x-frame-options", "DENY");
  };
}
