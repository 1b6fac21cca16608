import type { Log } from "../log/log.ts";
import { FunctionsError, internalError } from "./errors.ts";

/** Returns the response for an error that an endpoint has thrown. Pages of any origin can read it. */
export function toResponse(error: unknown, log: Log): Response {
  if (error instanceof FunctionsError) {
    const { status, body, headers } = error;
    return Response.json(body, { status, headers: { ...crossOrigin, ...headers } });
  }
  log.error({ err: error }, "a request to the functions wire failed");
  return toResponse(internalError(), log);
}

/** A function sets these headers of its own responses itself. */
const crossOrigin = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-relay-error",
};
