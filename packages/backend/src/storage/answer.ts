import { clientGoneStatus, isClientGone } from "../http/body/client-gone.ts";
import { allowAnyOrigin } from "../http/cross-origin.ts";
import type { Log } from "../log/log.ts";
import { internalError, StorageError } from "./errors.ts";
import type { HttpContext } from "./request.ts";

export const crossOrigin = allowAnyOrigin({
  exposeHeaders: [
    "Content-Range",
    "ETag",
    "X-Transformations",
    "Location",
    "Tus-Complete",
    "Tus-Extension",
    "Tus-Max-Size",
    "Tus-Resumable",
    "Tus-Version",
    "Upload-Defer-Length",
    "Upload-Expires",
    "Upload-Length",
    "Upload-Metadata",
    "Upload-Offset",
  ],
});

/** Returns the HTTP response for an error that an endpoint has thrown. */
export function toResponse(error: unknown, c: HttpContext, log: Log): Response {
  if (error instanceof StorageError) {
    if (error.httpStatus >= 500) log.error({ err: error.cause ?? error }, error.message);
    return c.json(error.body(), error.httpStatus as 400);
  }
  if (isClientGone(error)) return new Response(null, { status: clientGoneStatus });
  log.error({ err: error }, "a request to the storage wire failed");
  const failure = internalError();
  return c.json(failure.body(), failure.httpStatus as 500);
}
