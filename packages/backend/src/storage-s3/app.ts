import { Hono } from "hono";
import type { Wire } from "../http/wire.ts";
import { crossOrigin } from "../storage/answer.ts";
import type { StorageEnv } from "../storage/request.ts";
import { toResponse } from "./answer.ts";
import type { S3Options } from "./context.ts";
import { identifyCaller } from "./identify-caller.ts";
import { rawRequest, targetOf } from "./request.ts";
import { operationOf } from "./routes.ts";

/**
 * Creates the S3 wire, which gives access to the same buckets and objects as the storage wire under the same
 * policies.
 *
 * Source: supabase/storage (`src/http/routes/s3`, `src/storage/protocols/s3`).
 */
export function createS3(options: S3Options): Wire<StorageEnv> {
  const app = new Hono<StorageEnv>();
  app.use(crossOrigin);
  app.onError((error, c) => toResponse(error, c, options.log));
  // The query chooses the operation, and signatures need the raw path, so the router has one route.
  app.on("ALL", ["/", "/*"], async (c) => {
    const raw = rawRequest(c);
    const { caller, signing } = await identifyCaller(raw, options.access);
    const request = { c, caller, signing, headers: raw.headers, ...targetOf(c, raw) };
    return operationOf(request)(options, request);
  });
  return { app };
}
