import { findBucket } from "../buckets.ts";
import type { StorageContext } from "../context.ts";
import { copyStoredObject } from "../copy-object.ts";
import { checkedCacheControl, checkedType } from "../metadata.ts";
import { type Input, member, namesIn, readInput, required } from "./input.ts";
import { checkBucketName, checkObjectName, type ObjectLocation } from "../names.ts";
import {
  deleteObject,
  deleteObjects,
  type FileMetadata,
  findObject,
  moveObject,
  objectJson,
} from "../objects.ts";
import { checkContent } from "../prepare-upload.ts";
import { bucketOf, ownerOf, readObjectLocation, type StorageHandler, scopeOf } from "../request.ts";
import { asService, type Scope } from "../scope.ts";
import { removeUnused } from "../unused-files.ts";
import { encodedMetadata } from "./upload-body.ts";

/** `DELETE /object/bucket/name`. */
export function removeOne(context: StorageContext): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(context, c, "storage.object.delete");
    const version = await deleteObject(context, scope, readObjectLocation(c, "/object/"));
    await removeUnused(context, [version]);
    return c.json({ message: "Successfully deleted" });
  };
}

/** `DELETE /object/bucket` with names: deletes the objects that the caller may delete, and returns them. */
export function removeMany(context: StorageContext): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(context, c, "storage.object.delete_many");
    const bucket = bucketOf(c);
    checkBucketName(bucket);
    const names = namesIn(await readInput(c.req.raw), "prefixes");
    const deleted = await deleteObjects(context, scope, bucket, names);
    await removeUnused(
      context,
      deleted.map(({ version }) => version),
    );
    return c.json(deleted.map(objectJson));
  };
}

/** `POST /object/move`. */
export function move(context: StorageContext): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(context, c, "storage.object.move");
    const { from, to } = readLocations(await readInput(c.req.raw));
    if (from.bucket !== to.bucket) await checkDestination(context, scope, from, to.bucket);
    const moved = await moveObject(context, scope, from, { ...to, owner: ownerOf(scope) });
    return c.json({ message: "Successfully moved", Id: moved.id, Key: moved.name });
  };
}

/** @throws {StorageError} when the destination bucket does not accept the object */
async function checkDestination(
  context: StorageContext,
  scope: Scope,
  from: ObjectLocation,
  bucket: string,
) {
  const { metadata } = await findObject(context, scope, from);
  const { mimetype = "application/octet-stream", size = 0 } = metadata ?? {};
  checkContent(context, await findBucket(context, asService(scope), bucket), {
    ...{ name: from.name, mimetype, size },
  });
}

/** `POST /object/copy`. */
export function copy(context: StorageContext): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(context, c, "storage.object.copy");
    const input = await readInput(c.req.raw);
    const { from, to } = readLocations(input);
    const source = await findObject(context, scope, from);
    const keeps = member(input, "copyMetadata", "boolean") ?? true;
    const copy = await copyStoredObject(context, scope, source, {
      ...{ ...to, owner: ownerOf(scope), isUpsert: c.req.header("x-upsert") === "true" },
      metadata: keeps ? (source.metadata ?? {}) : changed(source.metadata ?? {}, input),
      userMetadata: keeps
        ? source.user_metadata
        : encodedMetadata(c.req.header("x-metadata") ?? null),
    });
    return c.json({ Id: copy.id, Key: `${to.bucket}/${to.name}`, ...objectJson(copy) });
  };
}

/** Returns the metadata of a copy: the source's, overridden by the request's. */
function changed(metadata: FileMetadata, input: Input): FileMetadata {
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
