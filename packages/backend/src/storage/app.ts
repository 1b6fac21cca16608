import { Hono } from "hono";
import { crossOrigin, toResponse } from "./answer.ts";
import type { StorageContext } from "./context.ts";
import { buckets } from "./endpoints/buckets.ts";
import { copy, move, removeMany, removeOne } from "./endpoints/change.ts";
import {
  download,
  downloadAuthenticated,
  downloadPublic,
  downloadSigned,
  info,
} from "./endpoints/download.ts";
import { list, listV2 } from "./endpoints/list.ts";
import { renderAuthenticated, renderPublic, renderSigned } from "./endpoints/render.ts";
import { resumableUploads } from "./endpoints/resumable.ts";
import { signDownload, signDownloads, signUploadUrl } from "./endpoints/sign.ts";
import { replace, upload, uploadSigned } from "./endpoints/upload.ts";
import { noRoute, notEnabled } from "./errors.ts";
import type { StorageEnv } from "./request.ts";

/**
 * Creates the storage wire.
 *
 * Source: supabase/storage (`src/http/routes`).
 */
export function createStorage(context: StorageContext): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>();
  app.use((c, next) => {
    // TUS answers OPTIONS itself.
    const isOwn = c.req.method === "OPTIONS" && c.req.path.includes("/upload/resumable");
    return isOwn ? next() : crossOrigin(c, next);
  });
  app.onError((error, c) => toResponse(error, c, context.log));
  app.notFound((c) => {
    const error = noRoute(c.req.method, c.req.path);
    return c.json(error.body(), error.httpStatus as 404);
  });

  app.get("/status", (c) => c.body(null, 200));
  app.route("/bucket", buckets(context));

  app.post("/object/list/:bucket", list(context));
  app.post("/object/list-v2/:bucket", listV2(context));
  app.post("/object/move", move(context));
  app.post("/object/copy", copy(context));

  app.post("/object/sign/:bucket", signDownloads(context));
  app.post("/object/sign/:bucket/:name{.*}", signDownload(context));
  app.get("/object/sign/:bucket/:name{.*}", downloadSigned(context));
  app.post("/object/upload/sign/:bucket/:name{.*}", signUploadUrl(context));
  app.put("/object/upload/sign/:bucket/:name{.*}", uploadSigned(context));

  app.get("/object/info/public/:bucket/:name{.*}", info(context, "public"));
  app.get("/object/info/authenticated/:bucket/:name{.*}", info(context, "authenticated"));
  app.get("/object/info/:bucket/:name{.*}", info(context, ""));
  app.get("/object/public/:bucket/:name{.*}", downloadPublic(context));
  app.get("/object/authenticated/:bucket/:name{.*}", downloadAuthenticated(context));

  app.get("/render/image/public/:bucket/:name{.*}", renderPublic(context));
  app.get("/render/image/authenticated/:bucket/:name{.*}", renderAuthenticated(context));
  app.get("/render/image/sign/:bucket/:name{.*}", renderSigned(context));

  const { byCaller, bySignature } = resumableUploads(context);
  app.all("/upload/resumable/sign/*", bySignature);
  app.all("/upload/resumable/sign", bySignature);
  app.all("/upload/resumable/*", byCaller);
  app.all("/upload/resumable", byCaller);

  app.get("/object/:bucket/:name{.*}", download(context));
  app.post("/object/:bucket/:name{.*}", upload(context));
  app.put("/object/:bucket/:name{.*}", replace(context));
  app.delete("/object/:bucket", removeMany(context));
  app.delete("/object/:bucket/:name{.*}", removeOne(context));

  for (const [path, feature] of unsupportedPaths) {
    app.all(path, () => {
      throw notEnabled(`${feature} are not here yet`);
    });
  }
  return app;
}

/** Features of the hosted service that get an explicit error. */
const unsupportedPaths = [
  ["/iceberg/*", "Analytics buckets"],
  ["/vector/*", "Vector buckets"],
] as const;
