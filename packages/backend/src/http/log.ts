import { type DestinationStream, pino } from "pino";

/** What is written of the server's work: failures, never secrets, passwords or tokens. */
export interface Log {
  error(fields: { readonly err: unknown }, message: string): void;
}

/**
 * A log in lines of JSON.
 *
 * @param destination where they go: the standard error stream, if not told otherwise
 */
export function createLog(
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      base: null,
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
