import { copyObject } from "../../storage/copy-object.ts";
import { invalidRequest } from "../../storage/errors.ts";
import { parseCacheControl, parseContentType } from "../../storage/metadata.ts";
import { checkBucketName, checkObjectName, type ObjectLocation } from "../../storage/names.ts";
import { findObject, type StoredObject } from "../../storage/objects.ts";
import { ownerOf } from "../../storage/scope.ts";
import { xmlResponse } from "../answer.ts";
import { isUnchanged } from "../conditions.ts";
import type { S3Context } from "../context.ts";
import { preconditionFailed } from "../errors.ts";
import { locationOf, parseUserMetadata, type S3Request, scopeFor } from "../request.ts";
import { percentDecode } from "../signature/canonical.ts";

/** `CopyObject`: copies an object within a bucket or to another one. */
export async function copyObjectToKey(context: S3Context, request: S3Request): Promise<Response> {
  const { headers } = request;
  const scope = scopeFor(request, "object.copy");
  const source = await findCopySource(context, request, "object.copy");
  const replacesMetadata = headers.get("x-amz-metadata-directive")?.toUpperCase() === "REPLACE";
  const metadata = source.metadata ?? {};
  const newType = replacesMetadata ? headers.get("content-type") : undefined;
  const mimetype = newType ? parseContentType(newType) : metadata.mimetype;
  const copy = await copyObject(context, scope, source, {
    ...locationOf(request),
    owner: ownerOf(request),
    isUpsert: true,
    metadata: replacesMetadata
      ? {
          ...metadata,
          ...(mimetype && { mimetype }),
          cacheControl: parseCacheControl(
            headers.get("cache-control") ?? metadata.cacheControl ?? "no-cache",
          ),
        }
      : metadata,
    userMetadata: replacesMetadata ? parseUserMetadata(headers) : source.user_metadata,
  });
  return xmlResponse("CopyObjectResult", {
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

/** Parses `bucket/key` or `/bucket/key`. */
function readCopySource(header: string): ObjectLocation {
  const [path = "", version] = header.replace(/^\//, "").split("?");
  if (version !== undefined) throw invalidRequest("Object versions are not supported");
  const [bucket = "", ...key] = path.split("/");
  const location = { bucket: percentDecode(bucket), name: percentDecode(key.join("/")) };
  checkBucketName(location.bucket);
  checkObjectName(location.name);
  return location;
}
