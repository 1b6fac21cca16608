import type { Context } from "hono";
import { shareWithAnyOrigin } from "../http/cross-origin.ts";
import type { Log } from "../log/log.ts";
import { FunctionsError, internalError } from "./errors.ts";

/**
 * Returns the HTTP response for an error that an endpoint has thrown. Pages of any origin can read it. Functions decide
 * themselves which origins can read their responses.
 */
export function toResponse(error: unknown, c: Context, log: Log): Response {
  if (error instanceof FunctionsError) {
    const { status, headers } = error;
    const response = c.json(error.body(), status as 400, headers);
    shareWithAnyOrigin(response.headers, ["x-relay-error"]);
    return response;
  }
  log.error({ err: error }, "a request to the functions wire failed");
  return toResponse(internalError(), c, log);
}
