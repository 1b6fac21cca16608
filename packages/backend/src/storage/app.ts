import { Hono } from "hono";
import { crossOrigin, toResponse } from "./answer.ts";
import type { Storage } from "./context.ts";
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
export function createStorage(storage: Storage): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>();
  app.use((c, next) => {
    // TUS answers OPTIONS itself.
    const isOwn = c.req.method === "OPTIONS" && c.req.path.includes("/upload/resumable");
    return isOwn ? next() : crossOrigin(c, next);
  });
  app.onError((error, c) => toResponse(error, c, storage.log));
  app.notFound((c) => {
    const error = noRoute(c.req.method, c.req.path);
    return c.json(error.body(), error.httpStatus as 404);
  });

  app.get("/status", (c) => c.body(null, 200));
  app.route("/bucket", buckets(storage));

  app.post("/object/list/:bucket", list(storage));
  app.post("/object/list-v2/:bucket", listV2(storage));
  app.post("/object/move", move(storage));
  app.post("/object/copy", copy(storage));

  app.post("/object/sign/:bucket", signDownloads(storage));
  app.post("/object/sign/:bucket/:name{.*}", signDownload(storage));
  app.get("/object/sign/:bucket/:name{.*}", downloadSigned(storage));
  app.post("/object/upload/sign/:bucket/:name{.*}", signUploadUrl(storage));
  app.put("/object/upload/sign/:bucket/:name{.*}", uploadSigned(storage));

  app.get("/object/info/public/:bucket/:name{.*}", info(storage, "public"));
  app.get("/object/info/authenticated/:bucket/:name{.*}", info(storage, "authenticated"));
  app.get("/object/info/:bucket/:name{.*}", info(storage, ""));
  app.get("/object/public/:bucket/:name{.*}", downloadPublic(storage));
  app.get("/object/authenticated/:bucket/:name{.*}", downloadAuthenticated(storage));

  app.get("/render/image/public/:bucket/:name{.*}", renderPublic(storage));
  app.get("/render/image/authenticated/:bucket/:name{.*}", renderAuthenticated(storage));
  app.get("/render/image/sign/:bucket/:name{.*}", renderSigned(storage));

  const { byCaller, bySignature } = resumableUploads(storage);
  app.all("/upload/resumable/sign/*", bySignature);
  app.all("/upload/resumable/sign", bySignature);
  app.all("/upload/resumable/*", byCaller);
  app.all("/upload/resumable", byCaller);

  app.get("/object/:bucket/:name{.*}", download(storage));
  app.post("/object/:bucket/:name{.*}", upload(storage));
  app.put("/object/:bucket/:name{.*}", replace(storage));
  app.delete("/object/:bucket", removeMany(storage));
  app.delete("/object/:bucket/:name{.*}", removeOne(storage));

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
