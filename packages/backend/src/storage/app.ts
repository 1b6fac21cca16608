import { Hono } from "hono";
import { mountOf } from "../http/mount.ts";
import type { Wire } from "../http/wire.ts";
import { crossOrigin, toResponse } from "./answer.ts";
import type { StorageOptions } from "./context.ts";
import type { EndpointContext } from "./endpoints/endpoint.ts";
import { noRoute } from "./errors.ts";
import type { StorageEnv } from "./request.ts";
import { UploadLocks } from "./resumable/locks.ts";
import { routes } from "./routes.ts";

/**
 * Creates the storage wire.
 *
 * Source: supabase/storage (`src/http/routes`).
 */
export function createStorage(options: StorageOptions): Wire<StorageEnv> {
  const context: EndpointContext = { ...options, uploadLocks: new UploadLocks(options) };
  const app = new Hono<StorageEnv>();
  app.use((c, next) => {
    // The TUS server answers OPTIONS itself.
    const isTusPreflight = c.req.method === "OPTIONS" && c.req.path.includes("/upload/resumable");
    return isTusPreflight ? next() : crossOrigin(c, next);
  });
  app.onError((error, c) => toResponse(error, c, context.log));
  for (const [method, path, endpoint] of routes) {
    app.on(method, path, (c) => endpoint(context, c));
  }
  // Do not use `app.notFound`, because only the outermost application calls it.
  app.all("*", (c) => {
    const path = c.req.path.slice(mountOf(c).length);
    return toResponse(noRoute(c.req.method, path), c, context.log);
  });
  return { app };
}
