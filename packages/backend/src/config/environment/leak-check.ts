import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";
import { readSwitch } from "./switch.ts";

/** The service that looks up leaked passwords, and its settings. */
export interface LeakCheck {
  /** Ends in a slash; the first five digits of a password's hash follow. */
  readonly url: string;
  readonly userAgent: string;
  /** True when passwords are refused while the service cannot be reached. */
  readonly failClosed: boolean;
}

/**
 * The settings of the check for leaked passwords, from environment variables: the config.toml of the Supabase
 * CLI has no keys for it. The names are those of Supabase Auth, and `PORTICO_PASSWORD_HIBP_URL` for a list of
 * one's own.
 *
 * @returns undefined where the check is off, as by default
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
