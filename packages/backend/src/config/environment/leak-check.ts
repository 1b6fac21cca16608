import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";
import { readSwitch } from "./switch.ts";

/** The service that knows leaked passwords, and its settings. */
export interface LeakCheck {
  /** The base URL, with a trailing slash. The first five digits of a password's hash are appended. */
  readonly url: string;
  readonly userAgent: string;
  /** Whether passwords are refused while the service cannot be reached. */
  readonly failClosed: boolean;
}

/**
 * Reads the settings of the leaked-password check from environment variables, because config.toml has no keys for
 * them. The names are those of Supabase Auth, plus `PORTICO_PASSWORD_HIBP_URL` for a list of your own.
 *
 * @returns undefined if the check is off, which is the default
 * @throws {ConfigError}
 */
export function readLeakCheck(env: Environment): LeakCheck | undefined {
  if (!readSwitch(env, "GOTRUE_PASSWORD_HIBP_ENABLED")) return undefined;
  const url = env["PORTICO_PASSWORD_HIBP_URL"] || "https://api.pwnedpasswords.com/range/";
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new ConfigError([
      'The environment variable PORTICO_PASSWORD_HIBP_URL must be an absolute URL such as "https://api.pwnedpasswords.com/range/".',
    ]);
  }
  return {
    url: url.endsWith("/") ? url : `${url}/`,
    userAgent: env["GOTRUE_PASSWORD_HIBP_USER_AGENT"] || "portico",
    failClosed: readSwitch(env, "GOTRUE_PASSWORD_HIBP_FAIL_CLOSED"),
  };
}
