import { ConfigError } from "./config-error.ts";
import type { Environment } from "./environment.ts";
import { readSwitch } from "./switch.ts";

/** Where and how leaked passwords are looked up. */
export interface LeakCheck {
  /** Ends in a slash; the first five digits of a password's hash follow. */
  readonly url: string;
  readonly userAgent: string;
  /** Whether a password is refused when the service cannot be asked. */
  readonly failClosed: boolean;
}

/**
 * What environment variables say of the check against leaked passwords. The config.toml of the
 * Supabase CLI has no keys for it; the names are those of Supabase Auth, and one more for those who
 * keep the list themselves (`PORTICO_PASSWORD_HIBP_URL`).
 *
 * @returns undefined where it is off, as it is by default
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
