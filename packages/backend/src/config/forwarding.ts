import { ConfigError } from "./config-error.ts";
import type { Environment } from "./environment.ts";

/** How a request tells the caller's address, where proxies stand in front of the server. */
export interface Forwarding {
  /** The header that the proxies write it to, in small letters. */
  readonly header: string;
  /** How many of them there are, each of which adds one address at the end; 0 believes nothing. */
  readonly proxies: number;
}

/**
 * Which proxies are believed, by environment variables, for config.toml has no keys for it:
 * `PORTICO_TRUSTED_PROXIES` says how many stand in front, and `GOTRUE_RATE_LIMIT_HEADER` to which header
 * they write the caller's address. None is believed where neither is set.
 *
 * The reference takes the header's first value, which is the caller's own claim, and limits nobody whose
 * request lacks the header (supabase/auth, `performRateLimitingWithHeader` of `internal/api/middleware.go`).
 *
 * @throws {ConfigError}
 */
export function readForwarding(env: Environment): Forwarding {
  const header = (env["GOTRUE_RATE_LIMIT_HEADER"] ?? "").toLowerCase();
  // RFC 9110, section 5.6.2. What RFC 7239 puts into `Forwarded` is no list of addresses.
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
