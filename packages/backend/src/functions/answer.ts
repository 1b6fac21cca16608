import { shareWithAnyOrigin } from "../http/cross-origin.ts";
import type { Log } from "../log/log.ts";
import { FunctionsError, internalError } from "./errors.ts";

/**
 * Returns the response for an error that an endpoint has thrown. Pages of any origin can read the error; for its own
 * responses, a function decides that itself.
 */
export function toResponse(error: unknown, log: Log): Response {
  if (error instanceof FunctionsError) {
    const { status, body, headers } = error;
    const response = Response.json(body, { status, headers });
    shareWithAnyOrigin(response.headers, ["x-relay-error"]);
    return response;
  }
  log.error({ err: error }, "a request to the functions wire failed");
  return toResponse(internalError(), log);
}
