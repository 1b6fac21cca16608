import { contentAnswer, openContent, sandboxPolicy } from "../../storage/content.ts";
import { checkedCacheControl, checkedType, headerText } from "../../storage/metadata.ts";
import { isDocument, unknownType } from "../../storage/mime-types.ts";
import { findObject, type StoredObject } from "../../storage/objects.ts";
import { ownerOf } from "../../storage/scope.ts";
import { uploadObject } from "../../storage/uploads.ts";
import { metadataHeaders, xmlAnswer } from "../answer.ts";
import { bodyOf } from "../body.ts";
import { isUnchanged } from "../conditions.ts";
import type { S3Context } from "../context.ts";
import { preconditionFailed } from "../errors.ts";
import { locationOf, type S3Request, scopeFor, userMetadataIn } from "../request.ts";

/** `GetObject`: answers with the complete object, or with the requested range. */
export async function getObject(context: S3Context, request: S3Request): Promise<Response> {
  const { headers, query } = request;
  const object = await findObject(context, scopeFor(request, "object.get"), locationOf(request));
  const answer = headersOf(object);
  if (isUnchanged(headers, object)) return new Response(null, { status: 304, headers: answer });
  const content = await openContent(context, object, headers.get("range"));
  for (const name of overridable) {
    const value = query.get(`response-${name}`);
    if (value && headerText.test(value)) answer.set(name, value);
  }
  // A presigned URL may be opened in a browser, which must not show an uploaded page on this origin.
  if (query.has("X-Amz-Signature") && isDocument(answer.get("content-type") ?? "")) {
    answer.set("content-disposition", "attachment");
  }
  return contentAnswer(content, answer);
}

/** The response headers that a presigned URL can override. */
const overridable = [
  ...["content-type", "content-disposition", "content-encoding", "content-language"],
  ...["cache-control", "expires"],
] as const;

/** `HeadObject`: answers with the headers of an object only. */
export async function headObject(context: S3Context, request: S3Request): Promise<Response> {
  const { headers } = request;
  const object = await findObject(context, scopeFor(request, "object.info"), locationOf(request));
  const answer = headersOf(object);
  if (isUnchanged(headers, object)) return new Response(null, { status: 304, headers: answer });
  const { size } = object.metadata ?? {};
  if (size !== undefined) answer.set("content-length", String(size));
  return new Response(null, { headers: answer });
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
  // A key that ends in a slash creates a folder. As in the reference, it contains a placeholder object.
  const name = isFolder(request.key, size) ? `${request.key}.emptyFolderPlaceholder` : request.key;
  const mimetype = checkedType(headers.get("content-type") ?? unknownType);
  const isUpsert = headers.get("if-none-match") !== "*";
  const target = { bucket: request.bucket, name, owner: ownerOf(request), isUpsert };
  const written = await uploadObject(context, scope, target, {
    ...{ content, mimetype, declaredSize: size, isForm: false },
    cacheControl: checkedCacheControl(headers.get("cache-control") ?? "no-cache"),
    userMetadata: userMetadataIn(headers),
  }).catch((error: unknown) => {
    throw (error as { code?: string }).code === "KeyAlreadyExists" ? preconditionFailed() : error;
  });
  return new Response(null, { headers: { etag: written.metadata?.eTag ?? "" } });
}

const isFolder = (key: string, size: number) => key.endsWith("/") && size === 0;

/** `GetObjectTagging`: tags are not supported. */
export async function objectTagging(context: S3Context, request: S3Request): Promise<Response> {
  const scope = scopeFor(request, "object.get_tagging");
  await findObject(context, scope, locationOf(request));
  return xmlAnswer("Tagging", { TagSet: "" });
}
