import type { MiddlewareHandler } from "hono";
import type { Config } from "../config/sections/schema.ts";
import { isLoopback } from "./ip-address.ts";

/**
 * Sets the headers of every response: browsers must not guess its type or show it in a frame. If the project's URL
 * is https, browsers must use only https (RFC 6797; OWASP ASVS 5.0, 3.4.1, 3.4.4 and 3.4.6).
 *
 * The headers are set on the existing response. Hono's `header` would create another response with a stream as its
 * body, which takes longer to read than everything else takes to write.
 */
export function securityHeaders(config: Config): MiddlewareHandler {
  const { protocol, hostname } = new URL(config.api.external_url);
  // On localhost, the header would also apply to all other projects on the machine.
  const isSecure = protocol === "https:" && hostname !== "localhost" && !isLoopback(hostname);
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set("x-content-type-options", "nosniff");
    // A function of the REST API may return a page with its own policy.
    if (!headers.has("content-security-policy")) {
      headers.set("content-security-policy", "frame-ancestors 'none'");
    }
    if (isSecure) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
  };
}

/**
 * Sets the headers of responses that may contain tokens: they must not be stored (RFC 6749, section 5.1), framed, or
 * leaked as a referrer.
 */
export const confidential: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  // The auth wire's only page, the consent to link an account, sets its own policy.
  if (!headers.has("content-security-policy")) {
    headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  }
  headers.set("referrer-policy", "no-referrer");
};

/** Sets the headers of pages, which may only run their own files. */
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
