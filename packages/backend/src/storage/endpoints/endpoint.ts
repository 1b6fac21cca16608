import type { StorageContext } from "../context.ts";
import type { HttpContext } from "../request.ts";
import type { UploadLocks } from "../resumable/locks.ts";

/** The dependencies of the endpoints. */
export interface EndpointContext extends StorageContext {
  readonly uploadLocks: UploadLocks;
}

/** Answers a request to one path. */
export type Endpoint = (context: EndpointContext, c: HttpContext) => Response | Promise<Response>;
