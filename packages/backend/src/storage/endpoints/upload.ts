import type { StorageContext } from "../context.ts";
import type { ObjectLocation } from "../names.ts";
import {
  type HttpContext,
  ownerOf,
  readObjectLocation,
  type StorageHandler,
  scopeOf,
} from "../request.ts";
import { type SignedUpload, signedUpload } from "../signed-uploads.ts";
import { readUpload } from "./upload-body.ts";
import { uploadObject } from "../uploads.ts";

/** `POST /object/bucket/name`: uploads an object. With `x-upsert`, replaces an existing one. */
export function upload(context: StorageContext): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(context, c, "storage.object.upload");
    const isUpsert = c.req.header("x-upsert") === "true";
    const { id, key } = await handleUpload(context, c, {
      scope,
      location: readObjectLocation(c, "/object/"),
      owner: ownerOf(scope),
      isUpsert,
    });
    return c.json({ Id: id, Key: key });
  };
}

/** `PUT /object/bucket/name`: uploads an object, and replaces an existing one. */
export function replace(context: StorageContext): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(context, c, "storage.object.upload_update");
    const { id, key } = await handleUpload(context, c, {
      scope,
      location: readObjectLocation(c, "/object/"),
      owner: ownerOf(scope),
      isUpsert: true,
    });
    return c.json({ Id: id, Key: key });
  };
}

/** `PUT /object/upload/sign/bucket/name?token=…`: uploads an object with a signed URL. */
export function uploadSigned(context: StorageContext): StorageHandler {
  return async (c) => {
    const location = readObjectLocation(c, "/object/upload/sign/");
    const token = c.req.query("token") ?? "";
    const upload = await signedUpload(context, c, location, token);
    const { key } = await handleUpload(context, c, { ...upload, location });
    return c.json({ Key: key });
  };
}

interface Upload extends SignedUpload {
  readonly location: ObjectLocation;
}

/** Uploads the file in the request. */
async function handleUpload(
  context: StorageContext,
  c: HttpContext,
  { scope, location, owner, isUpsert }: Upload,
): Promise<{ readonly id: string; readonly key: string }> {
  const body = await readUpload(c);
  const { id } = await uploadObject(context, scope, { ...body, ...location, owner, isUpsert });
  return { id, key: `${location.bucket}/${location.name}` };
}
