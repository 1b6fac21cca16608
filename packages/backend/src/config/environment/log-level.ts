import type { LogLevel } from "../../log/log.ts";
import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";

/** The level names of Supabase Auth, which are logrus's, and the levels here. */
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
 * The log level, from `GOTRUE_LOG_LEVEL`. By default a person who watches the server in a terminal sees only
 * failures, and a log collector gets every line.
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
