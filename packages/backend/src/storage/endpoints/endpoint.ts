import type { StorageContext } from "../context.ts";
import type { HttpContext } from "../request.ts";
import type { UploadLocks } from "../resumable/locks.ts";

/** The dependencies of the endpoints. */
export interface EndpointContext extends StorageContext {
  readonly uploadLocks: UploadLocks;
}

/** Handles the requests to one path. */
export type Endpoint = (context: EndpointContext, c: HttpContext) => Response | Promise<Response>;
