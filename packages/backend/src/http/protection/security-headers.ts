import type { MiddlewareHandler } from "hono";
import type { Config } from "../../config/sections/schema.ts";
import { isLoopback } from "../caller/ip-address.ts";

/**
 * Returns middleware that sets headers on every response, so that browsers do not guess its type or show it in a frame.
 * If the project's URL is https, browsers must use only https (RFC 6797; OWASP ASVS 5.0, 3.4.1, 3.4.4 and 3.4.6).
 *
 * Sets the headers on the existing response. Hono's `header` would create another response with a stream as its body,
 * which takes longer to read than the response takes to write.
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
 * Sets the headers of responses that may contain tokens. Browsers must not store them (RFC 6749, section 5.1), show
 * them in a frame, or send their URL as a referrer.
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

/** Returns middleware that sets the headers of pages, which may only load scripts from their own origin. */
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
