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

/**
 * Whether the audit log is written to the log of the process alone, and not to the database. The
 * config.toml of the Supabase CLI has no key for it; the name is that of Supabase Auth.
 *
 * @throws {ConfigError}
 */
export function readAuditsOnlyToLog(env: Environment): boolean {
  return readSwitch(env, "GOTRUE_AUDIT_LOG_DISABLE_POSTGRES");
}

/**
 * Whether somebody may be signed in at one place only. The config.toml of the Supabase CLI has no key
 * for it; the name is that of Supabase Auth.
 *
 * @throws {ConfigError}
 */
export function readSingleSession(env: Environment): boolean {
  return readSwitch(env, "GOTRUE_SESSIONS_SINGLE_PER_USER");
}
