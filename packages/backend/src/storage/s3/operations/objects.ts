import { contentAnswer, shutIn } from "../../file-answer.ts";
import { checkedCacheControl, checkedType } from "../../header-values.ts";
import { findObject, type StoredObject } from "../../objects.ts";
import { openContent } from "../../open-content.ts";
import { ownerOf } from "../../request.ts";
import { headerText, isDocument, unknownType } from "../../served-type.ts";
import { takeIn } from "../../take-in.ts";
import { metadataHeaders, xmlAnswer } from "../answer.ts";
import { bodyOf } from "../body.ts";
import { isUnchanged } from "../conditions.ts";
import { preconditionFailed } from "../errors.ts";
import { placeIn, type S3Request, scopeFor, userMetadataIn } from "../request.ts";

/** `GetObject`, whole or a range. */
export async function getObject(request: S3Request): Promise<Response> {
  const { storage, headers, query } = request;
  const object = await findObject(storage, scopeFor(request, "object.get"), placeIn(request));
  const answer = headersOf(object);
  if (isUnchanged(headers, object)) return new Response(null, { status: 304, headers: answer });
  const content = await openContent(storage, object, headers.get("range"));
  for (const name of overridable) {
    const value = query.get(`response-${name}`);
    if (value && headerText.test(value)) answer.set(name, value);
  }
  // Whoever signs an address may send it to a browser, where no page of theirs is to be shown on this one.
  if (query.has("X-Amz-Signature") && isDocument(answer.get("content-type") ?? "")) {
    answer.set("content-disposition", "attachment");
  }
  return contentAnswer(content, answer);
}

/** The headers that a signed address may choose. */
const overridable = [
  ...["content-type", "content-disposition", "content-encoding", "content-language"],
  ...["cache-control", "expires"],
] as const;

/** `HeadObject`. */
export async function headObject(request: S3Request): Promise<Response> {
  const { storage, headers } = request;
  const object = await findObject(storage, scopeFor(request, "object.info"), placeIn(request));
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
    "content-security-policy": shutIn,
    "cache-control": metadata?.cacheControl ?? "no-cache",
    "last-modified": updated_at.toUTCString(),
    ...(metadata?.eTag && { etag: metadata.eTag }),
    ...metadataHeaders(user_metadata),
  });
}

/** `PutObject`. */
export async function putObject(request: S3Request): Promise<Response> {
  const { storage, headers } = request;
  const scope = scopeFor(request, "upload");
  const { content, size } = bodyOf(request);
  // A folder is made so: the reference keeps an object in it.
  const name = isFolder(request.key, size) ? `${request.key}.emptyFolderPlaceholder` : request.key;
  const mimetype = checkedType(headers.get("content-type") ?? unknownType);
  const isUpsert = headers.get("if-none-match") !== "*";
  const written = await takeIn(storage, scope, {
    ...{ bucket: request.bucket, name, owner: ownerOf(request), isUpsert, content, mimetype },
    ...{ declaredSize: size, isForm: false },
    cacheControl: checkedCacheControl(headers.get("cache-control") ?? "no-cache"),
    userMetadata: userMetadataIn(headers),
  }).catch((error: unknown) => {
    throw (error as { code?: string }).code === "KeyAlreadyExists" ? preconditionFailed() : error;
  });
  return new Response(null, { headers: { etag: written.metadata?.eTag ?? "" } });
}

const isFolder = (key: string, size: number) => key.endsWith("/") && size === 0;

/** `GetObjectTagging`: there are no tags. */
export async function objectTagging(request: S3Request): Promise<Response> {
  const scope = scopeFor(request, "object.get_tagging");
  await findObject(request.storage, scope, placeIn(request));
  return xmlAnswer("Tagging", { TagSet: "" });
}
