import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";

/** How proxies pass on the caller's address. */
export interface Forwarding {
  /** The header with the address, in lower case. */
  readonly header: string;
  /** The number of trusted proxies, each of which appends an address; 0 trusts none. */
  readonly proxies: number;
}

/**
 * Reads the trusted proxies from environment variables, because config.toml has no keys for them.
 * `PORTICO_TRUSTED_PROXIES` is their number, and `GOTRUE_RATE_LIMIT_HEADER` is the header with the caller's address.
 * Without either variable, no proxy is trusted.
 *
 * The reference takes the header's first value, which is the caller's own claim, and does not limit requests
 * without the header (supabase/auth, `performRateLimitingWithHeader` of `internal/api/middleware.go`).
 *
 * @throws {ConfigError}
 */
export function readForwarding(env: Environment): Forwarding {
  const header = (env["GOTRUE_RATE_LIMIT_HEADER"] ?? "").toLowerCase();
  // A token (RFC 9110, section 5.6.2). `Forwarded` (RFC 7239) is not a list of addresses.
  if (!/^[\w!#$%&'*+.^`|~-]*$/.test(header) || header === "forwarded") {
    throw new ConfigError([
      'The environment variable GOTRUE_RATE_LIMIT_HEADER must be the name of a header that contains addresses, such as "X-Forwarded-For".',
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
