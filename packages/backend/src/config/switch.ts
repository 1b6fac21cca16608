import { ConfigError } from "./config-error.ts";
import type { Environment } from "./environment.ts";

/**
 * An environment variable that switches something on.
 *
 * @throws {ConfigError} where it says neither yes nor no
 */
export function readSwitch(env: Environment, name: string): boolean {
  const value = (env[name] ?? "").toLowerCase();
  if (["true", "t", "1"].includes(value)) return true;
  if (["", "false", "f", "0"].includes(value)) return false;
  throw new ConfigError([`The environment variable ${name} must be true or false.`]);
}

/** What environment variables switch on that config.toml has no keys for. */
export interface Switches {
  /** Whether somebody may be signed in at one place only, the last. */
  readonly singleSession: boolean;
  /** Whether the audit log is written to the log of the process alone, and not to the database. */
  readonly auditsOnlyToLog: boolean;
  /** Whether who changes their password has to know it, unless they have forgotten it. */
  readonly asksForCurrentPassword: boolean;
}

/**
 * Reads them by the names that Supabase Auth has for them.
 *
 * @throws {ConfigError}
 */
export function readSwitches(env: Environment): Switches {
  return {
    singleSession: readSwitch(env, "GOTRUE_SESSIONS_SINGLE_PER_USER"),
    auditsOnlyToLog: readSwitch(env, "GOTRUE_AUDIT_LOG_DISABLE_POSTGRES"),
    asksForCurrentPassword: readSwitch(
      env,
      "GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD",
    ),
  };
}
