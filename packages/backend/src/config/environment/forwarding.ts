import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";

/** How a request carries the caller's address behind proxies. */
export interface Forwarding {
  /** The header that the proxies write it to, in lower case. */
  readonly header: string;
  /** How many proxies there are, each of which adds one address at the end; 0 trusts none. */
  readonly proxies: number;
}

/**
 * The trusted proxies, from environment variables, because config.toml has no keys for them.
 * `PORTICO_TRUSTED_PROXIES` is their number, and `GOTRUE_RATE_LIMIT_HEADER` is the header to which they write
 * the caller's address. Without either variable, no proxy is trusted.
 *
 * The reference takes the header's first value, which is the caller's own claim, and does not limit requests
 * without the header (supabase/auth, `performRateLimitingWithHeader` of `internal/api/middleware.go`).
 *
 * @throws {ConfigError}
 */
export function readForwarding(env: Environment): Forwarding {
  const header = (env["GOTRUE_RATE_LIMIT_HEADER"] ?? "").toLowerCase();
  // RFC 9110, section 5.6.2. `Forwarded` (RFC 7239) is no list of addresses.
  if (!/^[\w!#$%&'*+.^`|~-]*$/.test(header) || header === "forwarded") {
    throw new ConfigError([
      'The environment variable GOTRUE_RATE_LIMIT_HEADER must be the name of a header that holds addresses, such as "X-Forwarded-For".',
    ]);
  }
  const count = env["PORTICO_TRUSTED_PROXIES"] || (header ? "1" : "0");
  if (!/^\d{1,2}$/.test(count)) {
    throw new ConfigError([
      "The environment variable PORTICO_TRUSTED_PROXIES must be a number of proxies, such as 1.",
    ]);
  }
  return { header: header || "x-forwarded-for", proxies: Number(count) };
}
