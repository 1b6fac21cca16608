import type { Storage } from "../context.ts";
import type { Place } from "../names.ts";
import { ownerOf, placeOf, type StorageContext, type StorageHandler, scopeOf } from "../request.ts";
import { type SignedUpload, signedUpload } from "../signed-uploads.ts";
import { takeIn } from "../take-in.ts";
import { readUpload } from "../upload-body.ts";

/** `POST /object/bucket/name`: a new object, or with `x-upsert` a new content. */
export function upload(storage: Storage): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(storage, c, "storage.object.upload");
    const isUpsert = c.req.header("x-upsert") === "true";
    const { id, key } = await take(storage, c, {
      scope,
      place: placeOf(c, "/object/"),
      owner: ownerOf(scope),
      isUpsert,
    });
    return c.json({ Id: id, Key: key });
  };
}

/** `PUT /object/bucket/name`: a new content, whether or not there is an object. */
export function replace(storage: Storage): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(storage, c, "storage.object.upload_update");
    const { id, key } = await take(storage, c, {
      scope,
      place: placeOf(c, "/object/"),
      owner: ownerOf(scope),
      isUpsert: true,
    });
    return c.json({ Id: id, Key: key });
  };
}

/** `PUT /object/upload/sign/bucket/name?token=…`: an upload by whoever has the signed URL. */
export function uploadSigned(storage: Storage): StorageHandler {
  return async (c) => {
    const place = placeOf(c, "/object/upload/sign/");
    const token = c.req.query("token") ?? "";
    const upload = await signedUpload(storage, c, place, token);
    const { key } = await take(storage, c, { ...upload, place });
    return c.json({ Key: key });
  };
}

interface Upload extends SignedUpload {
  readonly place: Place;
}

/** Takes in the file that the request brings. */
async function take(
  storage: Storage,
  c: StorageContext,
  { scope, place, owner, isUpsert }: Upload,
): Promise<{ readonly id: string; readonly key: string }> {
  const body = await readUpload(c);
  const { id } = await takeIn(storage, scope, { ...body, ...place, owner, isUpsert });
  return { id, key: `${place.bucket}/${place.name}` };
}
