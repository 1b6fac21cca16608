import { randomUUID } from "node:crypto";
import type { Storage } from "../context.ts";
import { noContent } from "../errors.ts";
import { type Input, member, namesIn, readInput, required } from "../input.ts";
import { checkBucketName, checkObjectName, type Place } from "../names.ts";
import {
  deleteObject,
  deleteObjects,
  type FileMetadata,
  findObject,
  moveObject,
  objectJson,
  tryToWrite,
  writeObject,
} from "../objects.ts";
import { bucketOf, ownerOf, placeOf, type StorageHandler, scopeOf } from "../request.ts";
import { encodedMetadata } from "../upload-body.ts";

/** `DELETE /object/bucket/name`. */
export function removeOne(storage: Storage): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(storage, c, "storage.object.delete");
    const version = await deleteObject(storage, scope, placeOf(c, "/object/"));
    if (version) await storage.files.remove([version]);
    return c.json({ message: "Successfully deleted" });
  };
}

/** `DELETE /object/bucket` with names: those that the caller may delete are deleted, and told. */
export function removeMany(storage: Storage): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(storage, c, "storage.object.delete_many");
    const bucket = bucketOf(c);
    checkBucketName(bucket);
    const names = namesIn(await readInput(c.req.raw), "prefixes");
    const deleted = await deleteObjects(storage, scope, bucket, names);
    await storage.files.remove(deleted.flatMap(({ version }) => version ?? []));
    return c.json(deleted.map(objectJson));
  };
}

/** `POST /object/move`. */
export function move(storage: Storage): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(storage, c, "storage.object.move");
    const { from, to } = placesIn(await readInput(c.req.raw));
    const moved = await moveObject(storage, scope, from, { ...to, owner: ownerOf(scope) });
    return c.json({ message: "Successfully moved", Id: moved.id, Key: moved.name });
  };
}

/** `POST /object/copy`. */
export function copy(storage: Storage): StorageHandler {
  return async (c) => {
    const scope = await scopeOf(storage, c, "storage.object.copy");
    const input = await readInput(c.req.raw);
    const { from, to } = placesIn(input);
    const source = await findObject(storage, scope, from);
    const keeps = member(input, "copyMetadata", "boolean") ?? true;
    const version = randomUUID();
    const object = {
      ...{ ...to, version, owner: ownerOf(scope) },
      metadata: keeps ? (source.metadata ?? {}) : changed(source.metadata ?? {}, input),
      userMetadata: keeps
        ? source.user_metadata
        : encodedMetadata(c.req.header("x-metadata") ?? null),
    };
    const isUpsert = c.req.header("x-upsert") === "true";
    await tryToWrite(storage, scope, object, isUpsert);
    const isCopied = source.version && (await storage.files.copy(source.version, version));
    if (!isCopied) throw noContent();
    try {
      const metadata = { ...object.metadata, lastModified: new Date().toISOString() };
      const copied = { ...object, metadata };
      const { written, replaced } = await writeObject(storage, scope, copied, isUpsert);
      if (replaced) await storage.files.remove([replaced]);
      return c.json({ Id: written.id, Key: `${to.bucket}/${to.name}`, ...objectJson(written) });
    } catch (error) {
      await storage.files.remove([version]);
      throw error;
    }
  };
}

/** The metadata of a copy, with those that the request names in place of the source's. */
function changed(metadata: FileMetadata, input: Input): FileMetadata {
  const given = member(input, "metadata", "object") ?? {};
  const mimetype = member(given, "mimetype", "string");
  const cacheControl = member(given, "cacheControl", "string");
  return {
    ...metadata,
    ...(mimetype !== undefined && { mimetype }),
    ...(cacheControl !== undefined && { cacheControl }),
  };
}

function placesIn(input: Input): { readonly from: Place; readonly to: Place } {
  const from = {
    bucket: required(input, "bucketId", "string"),
    name: required(input, "sourceKey", "string"),
  };
  const to = {
    bucket: member(input, "destinationBucket", "string") ?? from.bucket,
    name: required(input, "destinationKey", "string"),
  };
  checkBucketName(from.bucket);
  for (const place of [from, to]) {
    checkBucketName(place.bucket);
    checkObjectName(place.name);
  }
  return { from, to };
}
