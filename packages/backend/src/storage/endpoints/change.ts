import { copyObject, moveObject } from "../copy-object.ts";
import {
  type FileMetadata,
  parseCacheControl,
  parseContentType,
  parseEncodedMetadata,
} from "../metadata.ts";
import { checkBucketName, checkObjectName, type ObjectLocation } from "../names.ts";
import { deleteObject, deleteObjects, findObject, objectJson } from "../objects.ts";
import { bucketOf, locationOf, scopeOf } from "../request.ts";
import { ownerOf } from "../scope.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  type Input,
  readInput,
  readMember,
  readRequiredMember,
  readVersionedNames,
} from "./input.ts";

/** `DELETE /object/bucket/name`: deletes an object. */
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
  const objects = readVersionedNames(await readInput(c.req.raw), "prefixes");
  const deletedObjects = await deleteObjects(context, scope, bucket, objects);
  return c.json(deletedObjects.map(objectJson));
};

/** `POST /object/move`: moves an object to another name or bucket. */
export const move: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.object.move");
  const { from, to } = readLocations(await readInput(c.req.raw));
  const movedObject = await moveObject(context, scope, from, { ...to, owner: ownerOf(scope) });
  return c.json({ message: "Successfully moved", Id: movedObject.id, Key: movedObject.name });
};

/** `POST /object/copy`: copies an object. */
export const copy: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.object.copy");
  const input = await readInput(c.req.raw);
  const { from, to } = readLocations(input);
  const source = await findObject(context, scope, from);
  const copiesMetadata = readMember(input, "copyMetadata", "boolean") ?? true;
  const copy = await copyObject(context, scope, source, {
    ...to,
    owner: ownerOf(scope),
    isUpsert: c.req.header("x-upsert") === "true",
    metadata: copiesMetadata
      ? (source.metadata ?? {})
      : overrideMetadata(source.metadata ?? {}, input),
    userMetadata: copiesMetadata
      ? source.user_metadata
      : parseEncodedMetadata(c.req.header("x-metadata") ?? null),
  });
  return c.json({ Id: copy.id, Key: `${to.bucket}/${to.name}`, ...objectJson(copy) });
};

/** Returns the metadata of a copy: the source's, overridden by the request's. */
function overrideMetadata(metadata: FileMetadata, input: Input): FileMetadata {
  const newMetadata = readMember(input, "metadata", "object") ?? {};
  const mimetype = readMember(newMetadata, "mimetype", "string");
  const cacheControl = readMember(newMetadata, "cacheControl", "string");
  return {
    ...metadata,
    ...(mimetype !== undefined && { mimetype: parseContentType(mimetype) }),
    ...(cacheControl !== undefined && { cacheControl: parseCacheControl(cacheControl) }),
  };
}

function readLocations(input: Input): {
  readonly from: ObjectLocation;
  readonly to: ObjectLocation;
} {
  const from = {
    bucket: readRequiredMember(input, "bucketId", "string"),
    name: readRequiredMember(input, "sourceKey", "string"),
    version: readMember(input, "sourceVersionId", "string"),
  };
  const to = {
    bucket: readMember(input, "destinationBucket", "string") ?? from.bucket,
    name: readRequiredMember(input, "destinationKey", "string"),
  };
  checkBucketName(from.bucket);
  for (const location of [from, to]) {
    checkBucketName(location.bucket);
    checkObjectName(location.name);
  }
  return { from, to };
}
