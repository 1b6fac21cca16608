import { contentResponse, openContent, sandboxPolicy } from "../../storage/content.ts";
import { headerText, parseCacheControl, parseContentType } from "../../storage/metadata.ts";
import { isDocument, unknownType } from "../../storage/mime-types.ts";
import { findObject, type StoredObject } from "../../storage/objects.ts";
import { ownerOf } from "../../storage/scope.ts";
import { uploadObject } from "../../storage/uploads.ts";
import { metadataHeaders, xmlResponse } from "../answer.ts";
import { bodyOf } from "../body.ts";
import { isUnchanged } from "../conditions.ts";
import type { S3Context } from "../context.ts";
import { preconditionFailed } from "../errors.ts";
import { locationOf, parseUserMetadata, type S3Request, scopeFor } from "../request.ts";

/** `GetObject`: returns the complete object, or the requested range of it. */
export async function getObject(context: S3Context, request: S3Request): Promise<Response> {
  const { headers, query } = request;
  const object = await findObject(context, scopeFor(request, "object.get"), locationOf(request));
  const responseHeaders = headersOf(object);
  if (isUnchanged(headers, object)) {
    return new Response(null, { status: 304, headers: responseHeaders });
  }
  const content = await openContent(context, object, headers.get("range"));
  for (const name of overridableHeaders) {
    const value = query.get(`response-${name}`);
    if (value && headerText.test(value)) responseHeaders.set(name, value);
  }
  // A presigned URL may be opened in a browser, which must not show an uploaded page on this origin.
  if (query.has("X-Amz-Signature") && isDocument(responseHeaders.get("content-type") ?? "")) {
    responseHeaders.set("content-disposition", "attachment");
  }
  return contentResponse(content, responseHeaders);
}

/** The response headers that a presigned URL can override. */
const overridableHeaders = [
  "content-type",
  "content-disposition",
  "content-encoding",
  "content-language",
  "cache-control",
  "expires",
] as const;

/** `HeadObject`: returns only the headers of an object. */
export async function headObject(context: S3Context, request: S3Request): Promise<Response> {
  const { headers } = request;
  const object = await findObject(context, scopeFor(request, "object.info"), locationOf(request));
  const responseHeaders = headersOf(object);
  if (isUnchanged(headers, object)) {
    return new Response(null, { status: 304, headers: responseHeaders });
  }
  const { size } = object.metadata ?? {};
  if (size !== undefined) responseHeaders.set("content-length", String(size));
  return new Response(null, { headers: responseHeaders });
}

function headersOf({ metadata, user_metadata, updated_at }: StoredObject): Headers {
  return new Headers({
    "accept-ranges": "bytes",
    "content-type": metadata?.mimetype ?? unknownType,
    "content-security-policy": sandboxPolicy,
    "cache-control": metadata?.cacheControl ?? "no-cache",
    "last-modified": updated_at.toUTCString(),
    ...(metadata?.eTag && { etag: metadata.eTag }),
    ...metadataHeaders(user_metadata),
  });
}

/** `PutObject`: uploads an object in one request. */
export async function putObject(context: S3Context, request: S3Request): Promise<Response> {
  const { headers } = request;
  const scope = scopeFor(request, "upload");
  const { content, size } = bodyOf(request);
  // A key that ends in a slash creates a folder. As in the reference, the folder contains a placeholder object.
  const name = isFolder(request.key, size) ? `${request.key}.emptyFolderPlaceholder` : request.key;
  const mimetype = parseContentType(headers.get("content-type") ?? unknownType);
  const isUpsert = headers.get("if-none-match") !== "*";
  const target = { bucket: request.bucket, name, owner: ownerOf(request), isUpsert };
  const object = await uploadObject(context, scope, target, {
    content,
    mimetype,
    declaredSize: size,
    isForm: false,
    cacheControl: parseCacheControl(headers.get("cache-control") ?? "no-cache"),
    userMetadata: parseUserMetadata(headers),
  }).catch((error: unknown) => {
    throw (error as { code?: string }).code === "KeyAlreadyExists" ? preconditionFailed() : error;
  });
  return new Response(null, { headers: { etag: object.metadata?.eTag ?? "" } });
}

const isFolder = (key: string, size: number) => key.endsWith("/") && size === 0;

/** `GetObjectTagging`: returns no tags, because they are not supported. */
export async function objectTagging(context: S3Context, request: S3Request): Promise<Response> {
  const scope = scopeFor(request, "object.get_tagging");
  await findObject(context, scope, locationOf(request));
  return xmlResponse("Tagging", { TagSet: "" });
}
