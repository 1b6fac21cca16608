import { invalidRequest } from "../../storage/errors.ts";
import { checkedCacheControl, checkedType } from "../../storage/metadata.ts";
import { checkBucketName, checkObjectName, type ObjectLocation } from "../../storage/names.ts";
import { findObject, type StoredObject } from "../../storage/objects.ts";
import { ownerOf } from "../../storage/scope.ts";
import { copyObject } from "../../storage/uploads.ts";
import { xmlAnswer } from "../answer.ts";
import { isUnchanged } from "../conditions.ts";
import type { S3Context } from "../context.ts";
import { preconditionFailed } from "../errors.ts";
import { locationOf, type S3Request, scopeFor, userMetadataIn } from "../request.ts";
import { percentDecode } from "../signature/canonical.ts";

/** `CopyObject`, within or between buckets. */
export async function copyObjectToKey(context: S3Context, request: S3Request): Promise<Response> {
  const { headers } = request;
  const scope = scopeFor(request, "object.copy");
  const source = await findCopySource(context, request, "object.copy");
  const isReplaced = headers.get("x-amz-metadata-directive")?.toUpperCase() === "REPLACE";
  const metadata = source.metadata ?? {};
  const newType = isReplaced ? headers.get("content-type") : undefined;
  const mimetype = newType ? checkedType(newType) : metadata.mimetype;
  const copy = await copyObject(context, scope, source, {
    ...locationOf(request),
    owner: ownerOf(request),
    isUpsert: true,
    metadata: isReplaced
      ? {
          ...metadata,
          ...(mimetype && { mimetype }),
          cacheControl: checkedCacheControl(
            headers.get("cache-control") ?? metadata.cacheControl ?? "no-cache",
          ),
        }
      : metadata,
    userMetadata: isReplaced ? userMetadataIn(headers) : source.user_metadata,
  });
  return xmlAnswer("CopyObjectResult", {
    ETag: copy.metadata?.eTag,
    LastModified: copy.updated_at,
  });
}

/**
 * Returns the source object of a copy, if the caller may see it.
 *
 * @throws {StorageError}
 */
export async function findCopySource(
  context: S3Context,
  request: S3Request,
  operation: string,
): Promise<StoredObject> {
  const { headers } = request;
  const location = readCopySource(headers.get("x-amz-copy-source") ?? "");
  const source = await findObject(context, scopeFor(request, operation), location);
  if (isUnchanged(headers, source, "x-amz-copy-source-")) throw preconditionFailed();
  return source;
}

/** Reads `bucket/key` or `/bucket/key`. */
function readCopySource(header: string): ObjectLocation {
  const [path = "", version] = header.replace(/^\//, "").split("?");
  if (version !== undefined) throw invalidRequest("There are no versions of objects");
  const [bucket = "", ...key] = path.split("/");
  const location = { bucket: percentDecode(bucket), name: percentDecode(key.join("/")) };
  checkBucketName(location.bucket);
  checkObjectName(location.name);
  return location;
}
