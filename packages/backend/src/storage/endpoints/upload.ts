import type { StorageContext } from "../context.ts";
import { type HttpContext, locationOf, scopeOf } from "../request.ts";
import { ownerOf, type Scope } from "../scope.ts";
import { verifyUploadUrl } from "../signed-urls.ts";
import { type UploadTarget, uploadObject } from "../uploads.ts";
import type { Endpoint } from "./endpoint.ts";
import { readUpload } from "./upload-body.ts";

/** `POST /object/bucket/name`: uploads an object. With `x-upsert`, replaces an existing one. */
export const upload: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.object.upload");
  const isUpsert = c.req.header("x-upsert") === "true";
  const target = { ...locationOf(c), owner: ownerOf(scope), isUpsert };
  return c.json(await handleUpload(context, c, scope, target));
};

/** `PUT /object/bucket/name`: uploads an object, and replaces an existing one. */
export const replace: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.object.upload_update");
  const target = { ...locationOf(c), owner: ownerOf(scope), isUpsert: true };
  return c.json(await handleUpload(context, c, scope, target));
};

/** `PUT /object/upload/sign/bucket/name?token=…`: uploads an object with a signed URL. */
export const uploadSigned: Endpoint = async (context, c) => {
  const location = locationOf(c);
  const token = c.req.query("token") ?? "";
  const { scope, owner, isUpsert } = await verifyUploadUrl(context, c, location, token);
  const { Key } = await handleUpload(context, c, scope, { ...location, owner, isUpsert });
  return c.json({ Key });
};

/** Uploads the file in the request. */
async function handleUpload(
  context: StorageContext,
  c: HttpContext,
  scope: Scope,
  target: UploadTarget,
): Promise<{ readonly Id: string; readonly Key: string }> {
  const { id } = await uploadObject(context, scope, target, await readUpload(c));
  return { Id: id, Key: `${target.bucket}/${target.name}` };
}
