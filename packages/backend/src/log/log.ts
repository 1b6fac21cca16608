import { type DestinationStream, pino } from "pino";

/**
 * The server's log. It never contains secrets, passwords or tokens.
 *
 * @example
 * ```ts
 * import type { Log } from "@portico/backend";
 *
 * // A log that a test can read.
 * export const lines: string[] = [];
 * export const log: Log = {
 *   error: (_, message) => void lines.push(message),
 *   warn: (_, message) => void lines.push(message),
 *   info: (_, message) => void lines.push(message),
 * };
 * ```
 */
export interface Log {
  /** Logs a failure. */
  error(fields: { readonly err: unknown }, message: string): void;
  /** Logs a refusal or another condition that may need attention. */
  warn(fields: object, message: string): void;
  /** Logs completed work. */
  info(fields: object, message: string): void;
}

/** The levels of the log. Each includes those before it. */
export const logLevels = ["error", "warn", "info"] as const;

/**
 * @example
 * ```ts
 * import { createLog, type LogLevel } from "@portico/backend";
 *
 * const level: LogLevel = process.env["NODE_ENV"] === "production" ? "error" : "info";
 * export const log = createLog(level);
 * ```
 */
export type LogLevel = (typeof logLevels)[number];

/**
 * Creates a log that writes lines of JSON.
 *
 * @param destination where the lines go; the standard error stream by default
 * @param base the fields of each line
 *
 * @example
 * ```ts
 * import { createLog } from "@portico/backend";
 *
 * const log = createLog("info");
 * log.info({ port: 3000 }, "the server has started");
 * ```
 */
export function createLog(
  level: LogLevel = "error",
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
  base: Readonly<Record<string, unknown>> | null = null,
): Log {
  return pino(
    {
      base,
      level,
      serializers: { err: serializeError },
      hooks: { streamWrite: escapeControlCharacters },
    },
    destination,
  );
}

/**
 * Escapes control and formatting characters, so that a caller's text cannot move a terminal's cursor or change the
 * text direction. JSON only escapes the control characters of ASCII.
 */
const escapeControlCharacters = (line: string): string =>
  line.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );

/**
 * Serializes an error without the properties that a driver adds. PGlite's errors contain the statement's parameters,
 * which include password hashes and addresses.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...("code" in error ? { code: error.code } : {}),
    ...(error.cause instanceof Error ? { cause: serializeError(error.cause) } : {}),
  };
}
