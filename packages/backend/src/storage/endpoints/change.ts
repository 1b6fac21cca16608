import {
  checkedCacheControl,
  checkedType,
  encodedMetadata,
  type FileMetadata,
} from "../metadata.ts";
import { checkBucketName, checkObjectName, type ObjectLocation } from "../names.ts";
import { deleteObject, deleteObjects, findObject, objectJson } from "../objects.ts";
import { bucketOf, locationOf, scopeOf } from "../request.ts";
import { ownerOf } from "../scope.ts";
import { copyObject, moveObject } from "../uploads.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Input, member, namesIn, readInput, required } from "./input.ts";

/** `DELETE /object/bucket/name`. */
export const removeOne: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.object.delete");
  await deleteObject(context, scope, locationOf(c));
  return c.json({ message: "Successfully deleted" });
};

/** `DELETE /object/bucket` with names: deletes the objects that the caller may delete, and returns them. */
export const removeMany: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.object.delete_many");
  const bucket = bucketOf(c);
  checkBucketName(bucket);
  const names = namesIn(await readInput(c.req.raw), "prefixes");
  const deleted = await deleteObjects(context, scope, bucket, names);
  return c.json(deleted.map(objectJson));
};

/** `POST /object/move`. */
export const move: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.object.move");
  const { from, to } = readLocations(await readInput(c.req.raw));
  const moved = await moveObject(context, scope, from, { ...to, owner: ownerOf(scope) });
  return c.json({ message: "Successfully moved", Id: moved.id, Key: moved.name });
};

/** `POST /object/copy`. */
export const copy: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.object.copy");
  const input = await readInput(c.req.raw);
  const { from, to } = readLocations(input);
  const source = await findObject(context, scope, from);
  const keeps = member(input, "copyMetadata", "boolean") ?? true;
  const copy = await copyObject(context, scope, source, {
    ...{ ...to, owner: ownerOf(scope), isUpsert: c.req.header("x-upsert") === "true" },
    metadata: keeps ? (source.metadata ?? {}) : overrideMetadata(source.metadata ?? {}, input),
    userMetadata: keeps
      ? source.user_metadata
      : encodedMetadata(c.req.header("x-metadata") ?? null),
  });
  return c.json({ Id: copy.id, Key: `${to.bucket}/${to.name}`, ...objectJson(copy) });
};

/** Returns the metadata of a copy: the source's, overridden by the request's. */
function overrideMetadata(metadata: FileMetadata, input: Input): FileMetadata {
  const newMetadata = member(input, "metadata", "object") ?? {};
  const mimetype = member(newMetadata, "mimetype", "string");
  const cacheControl = member(newMetadata, "cacheControl", "string");
  return {
    ...metadata,
    ...(mimetype !== undefined && { mimetype: checkedType(mimetype) }),
    ...(cacheControl !== undefined && { cacheControl: checkedCacheControl(cacheControl) }),
  };
}

function readLocations(input: Input): {
  readonly from: ObjectLocation;
  readonly to: ObjectLocation;
} {
  const from = {
    bucket: required(input, "bucketId", "string"),
    name: required(input, "sourceKey", "string"),
  };
  const to = {
    bucket: member(input, "destinationBucket", "string") ?? from.bucket,
    name: required(input, "destinationKey", "string"),
  };
  checkBucketName(from.bucket);
  for (const location of [from, to]) {
    checkBucketName(location.bucket);
    checkObjectName(location.name);
  }
  return { from, to };
}
