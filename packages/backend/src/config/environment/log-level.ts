import type { LogLevel } from "../../log/log.ts";
import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";

/** Maps the levels of Supabase Auth, which are those of logrus, to Portico's. */
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
 * Reads the log level from `GOTRUE_LOG_LEVEL`. By default, a terminal shows only failures, and a log collector gets
 * every line.
 *
 * @throws {ConfigError}
 */
export function readLogLevel(env: Environment, isInteractive: boolean): LogLevel {
  const name = env["GOTRUE_LOG_LEVEL"]?.toLowerCase();
  if (!name) return isInteractive ? "error" : "info";
  const level = levels[name];
  if (level) return level;
  throw new ConfigError(["The environment variable GOTRUE_LOG_LEVEL must be error, warn or info."]);
}
