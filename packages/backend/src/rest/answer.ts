import { DatabaseUnavailable } from "../database/errors.ts";
import { clientGoneStatus, isClientGone } from "../http/body/client-gone.ts";
import type { Log } from "../log/log.ts";
import { internalError, RestError } from "./errors.ts";
import { toHeaderText } from "./header-syntax.ts";
import { contentType } from "./media-type.ts";
import type { RestResponse } from "./response.ts";
import type { RestSettings } from "./settings.ts";
import { fromUnavailable } from "./sqlstate.ts";

/** Returns the response for an error that a stage has thrown. */
export function toErrorResponse(
  error: unknown,
  { terseErrors }: Pick<RestSettings, "terseErrors">,
  log: Log,
): RestResponse {
  if (isClientGone(error))
    return { status: clientGoneStatus, statusText: undefined, headers: [], body: "" };
  const { status, statusText, code, headers, terseBody, body } = toRestError(error, log);
  return {
    status,
    statusText,
    headers: [
      ["Content-Type", contentType({ kind: "json" })],
      ["Proxy-Status", `PostgREST; error=${toHeaderText(code)}`],
      ...Object.entries(headers),
    ],
    body: terseErrors ? terseBody : body,
  };
}

/** Converts any error to a `RestError`. Logs an unexpected one, which the caller receives as PGRSTX00. */
function toRestError(error: unknown, log: Log): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof DatabaseUnavailable) return fromUnavailable(error);
  log.error({ err: error }, "a request to the REST wire failed");
  return internalError();
}
