import { contentAnswer, openContent, sandboxPolicy } from "../content.ts";
import type { StorageContext } from "../context.ts";
import type { FileMetadata } from "../metadata.ts";
import { servedType, unknownType } from "../mime-types.ts";
import type { StoredObject } from "../objects.ts";
import type { HttpContext } from "../request.ts";

export interface AnswerOptions {
  /** The name for saving the file. If empty, browsers take the name in the URL. */
  readonly download?: string | undefined;
  /** When the signed URL expires. */
  readonly expires?: Date | undefined;
}

/** Answers with an object's content, with the requested range of it, or with 304. */
export async function fileAnswer(
  context: StorageContext,
  c: HttpContext,
  object: StoredObject,
  options: AnswerOptions = {},
): Promise<Response> {
  const headers = fileHeaders(c, object, options);
  if (isFresh(c, object)) return new Response(null, { status: 304, headers });
  return contentAnswer(await openContent(context, object, c.req.header("range")), headers);
}

/** Answers a HEAD request. */
export function headAnswer(c: HttpContext, object: StoredObject): Response {
  const headers = fileHeaders(c, object, {});
  const { size } = object.metadata ?? {};
  if (size !== undefined) headers.set("content-length", String(size));
  return new Response(null, { headers });
}

/** Returns the response headers of an object's content. */
export function fileHeaders(
  c: HttpContext,
  object: StoredObject,
  { download, expires }: AnswerOptions,
): Headers {
  const metadata = object.metadata ?? {};
  const { type, isAttachment } = servedType(metadata.mimetype ?? unknownType);
  const headers = new Headers({
    "accept-ranges": "bytes",
    "content-type": type,
    "content-security-policy": sandboxPolicy,
    "x-robots-tag": metadata.xRobotsTag ?? "none",
    "last-modified": modifiedAt(object).toUTCString(),
  });
  if (metadata.eTag) headers.set("etag", metadata.eTag);
  if (expires) headers.set("expires", expires.toUTCString());
  else headers.set("cache-control", cacheControl(c, metadata));
  if (download !== undefined) headers.set("content-disposition", disposition(download));
  else if (isAttachment) headers.set("content-disposition", "attachment");
  return headers;
}

function cacheControl(c: HttpContext, { cacheControl: kept = "no-cache", eTag }: FileMetadata) {
  const ifNoneMatch = c.req.header("if-none-match");
  return ifNoneMatch && ifNoneMatch !== eTag ? `${kept}, stale-while-revalidate=30` : kept;
}

/** See RFC 6266. */
function disposition(name: string): string {
  if (name === "") return "attachment;";
  const encoded = encodeURIComponent(name);
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`;
}

function modifiedAt({ metadata, updated_at }: StoredObject): Date {
  const kept = new Date(metadata?.lastModified ?? updated_at);
  return Number.isNaN(kept.getTime()) ? updated_at : kept;
}

/** Returns whether the client's copy is current (RFC 9110, section 13.1). */
function isFresh(c: HttpContext, object: StoredObject): boolean {
  const ifNoneMatch = c.req.header("if-none-match");
  if (ifNoneMatch !== undefined) return ifNoneMatch === object.metadata?.eTag;
  const since = Date.parse(c.req.header("if-modified-since") ?? "");
  // The header has a resolution of seconds.
  return Math.floor(modifiedAt(object).getTime() / 1000) * 1000 <= since;
}
