import { makeCopy } from "../../copies.ts";
import { invalidRequest } from "../../errors.ts";
import { checkedCacheControl, checkedType } from "../../header-values.ts";
import { checkBucketName, checkObjectName, type Place } from "../../names.ts";
import { findObject, type StoredObject } from "../../objects.ts";
import { ownerOf } from "../../request.ts";
import { xmlAnswer } from "../answer.ts";
import { isUnchanged } from "../conditions.ts";
import { preconditionFailed } from "../errors.ts";
import { placeIn, type S3Request, scopeFor, userMetadataIn } from "../request.ts";
import { decoded } from "../signature/canonical.ts";

/** `CopyObject`, also between buckets. */
export async function copyObject(request: S3Request): Promise<Response> {
  const { storage, headers } = request;
  const scope = scopeFor(request, "object.copy");
  const source = await sourceOfCopy(request, "object.copy");
  const isReplaced = headers.get("x-amz-metadata-directive")?.toUpperCase() === "REPLACE";
  const metadata = source.metadata ?? {};
  const given = isReplaced ? headers.get("content-type") : undefined;
  const mimetype = given ? checkedType(given) : metadata.mimetype;
  const copy = await makeCopy(storage, scope, source, {
    ...placeIn(request),
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
 * The object that a header names as the source of a copy, as far as the policies show it to the caller.
 *
 * @throws {StorageError}
 */
export async function sourceOfCopy(request: S3Request, operation: string): Promise<StoredObject> {
  const { storage, headers } = request;
  const place = placeOfSource(headers.get("x-amz-copy-source") ?? "");
  const source = await findObject(storage, scopeFor(request, operation), place);
  if (isUnchanged(headers, source, "x-amz-copy-source-")) throw preconditionFailed();
  return source;
}

/** `bucket/key`, or the same behind a slash. */
function placeOfSource(header: string): Place {
  const [path = "", version] = header.replace(/^\//, "").split("?");
  if (version !== undefined) throw invalidRequest("There are no versions of objects");
  const [bucket = "", ...key] = path.split("/");
  const place = { bucket: decoded(bucket), name: decoded(key.join("/")) };
  checkBucketName(place.bucket);
  checkObjectName(place.name);
  return place;
}
