import { type DestinationStream, pino } from "pino";

/**
 * The server's log: never secrets, passwords or tokens.
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
  /** Failures. */
  error(fields: { readonly err: unknown }, message: string): void;
  /** Refusals. */
  warn(fields: object, message: string): void;
  /** Completed work. */
  info(fields: object, message: string): void;
}

/** How much is written: each has what stands before it as well. */
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
 * A log in lines of JSON.
 *
 * @param destination where they go: the standard error stream, if not told otherwise
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
      serializers: { err: describe },
      hooks: { streamWrite: legible },
    },
    destination,
  );
}

/**
 * A line in which a caller's words cannot move a terminal's cursor or turn the text round: JSON escapes ASCII's control
 * characters alone.
 */
const legible = (line: string): string =>
  line.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );

/**
 * An error without what a driver hangs on it: PGlite's carry the statement's parameters, among which
 * are password hashes and addresses.
 */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...("code" in error ? { code: error.code } : {}),
    ...(error.cause instanceof Error ? { cause: describe(error.cause) } : {}),
  };
}
