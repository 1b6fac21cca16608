import { type DestinationStream, pino } from "pino";

/** What is written of the server's work: never secrets, passwords or tokens. */
export interface Log {
  /** What failed. */
  error(fields: { readonly err: unknown }, message: string): void;
  /** What somebody was refused. */
  warn(fields: object, message: string): void;
  /** What was done. */
  info(fields: object, message: string): void;
}

/** How much is written: each has what stands before it as well. */
export const logLevels = ["error", "warn", "info"] as const;

export type LogLevel = (typeof logLevels)[number];

/**
 * A log in lines of JSON.
 *
 * @param destination where they go: the standard error stream, if not told otherwise
 */
export function createLog(
  level: LogLevel = "error",
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      base: null,
      level,
      serializers: { err: describe },
    },
    destination,
  );
}

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
