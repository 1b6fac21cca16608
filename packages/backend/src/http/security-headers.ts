import type { MiddlewareHandler } from "hono";
import type { Config } from "../config/sections/schema.ts";
import { isLoopback } from "./ip-address.ts";

/**
 * The headers of every answer of the server: browsers must not guess its type or let a page frame it. Where
 * the project is reached by https, they must use https alone (RFC 6797; OWASP ASVS 5.0, 3.4.1, 3.4.4 and
 * 3.4.6).
 *
 * They are added to the existing answer. Hono's `header` would make another one with a stream for a body, and
 * reading that takes longer than writing the rest.
 */
export function securityHeaders(config: Config): MiddlewareHandler {
  const { protocol, hostname } = new URL(config.api.external_url);
  // On localhost the header would bind every other project that is developed on the machine.
  const isSecure = protocol === "https:" && hostname !== "localhost" && !isLoopback(hostname);
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set("x-content-type-options", "nosniff");
    // A function of the data wire may answer with a page, and set its own policy.
    if (!headers.has("content-security-policy")) {
      headers.set("content-security-policy", "frame-ancestors 'none'");
    }
    if (isSecure) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
  };
}

/**
 * The headers of an answer with tokens in it: it must not be stored (RFC 6749, section 5.1), sent as a
 * referrer, or framed. It is data or a redirect, and rarely a page.
 */
export const confidential: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  // The auth wire's one page, which asks before an account is linked, sets its own policy.
  if (!headers.has("content-security-policy")) {
    headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  }
  headers.set("referrer-policy", "no-referrer");
};

/** The headers of every page: it may run its own files and nothing else. */
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
