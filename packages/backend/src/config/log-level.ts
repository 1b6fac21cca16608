import type { LogLevel } from "../log/log.ts";
import { ConfigError } from "./config-error.ts";
import type { Environment } from "./environment.ts";

/** The words of Supabase Auth, which are logrus's, for what is written here. */
const levels: Readonly<Record<string, LogLevel>> = {
  panic: "error",
  fatal: "error",
  error: "error",
  warn: "warn",
  warning: "warn",
  info: "info",
  debug: "info",
  trace: "info",
};

/**
 * How much the log has to tell, by `GOTRUE_LOG_LEVEL`. Unless it says so, a person who watches the
 * server in a terminal sees failures alone, and whatever collects its lines gets all of them.
 *
 * @throws {ConfigError}
 */
export function readLogLevel(env: Environment, isWatched: boolean): LogLevel {
  const word = env["GOTRUE_LOG_LEVEL"]?.toLowerCase();
  if (!word) return isWatched ? "error" : "info";
  const level = levels[word];
  if (level) return level;
  throw new ConfigError(["The environment variable GOTRUE_LOG_LEVEL must be error, warn or info."]);
}
