import { contentResponse, openContent, sandboxPolicy } from "../content.ts";
import type { StorageContext } from "../context.ts";
import type { FileMetadata } from "../metadata.ts";
import { servedType, unknownType } from "../mime-types.ts";
import type { StoredObject } from "../objects.ts";
import type { HttpContext } from "../request.ts";

export interface FileResponseOptions {
  /** The name that browsers give to the saved file. If it is empty, they use the name in the URL. */
  readonly download?: string | undefined;
  /** When the signed URL expires. */
  readonly expires?: Date | undefined;
}

/**
 * Returns a response with an object's content or the requested range of it, or the status 304 if the client's copy is
 * current.
 */
export async function fileResponse(
  context: StorageContext,
  c: HttpContext,
  object: StoredObject,
  options: FileResponseOptions = {},
): Promise<Response> {
  const headers = fileHeaders(c, object, options);
  if (isFresh(c, object)) return new Response(null, { status: 304, headers });
  return contentResponse(await openContent(context, object, c.req.header("range")), headers);
}

/** Returns the response to a HEAD request. */
export function headResponse(c: HttpContext, object: StoredObject): Response {
  const headers = fileHeaders(c, object, {});
  const { size } = object.metadata ?? {};
  if (size !== undefined) headers.set("content-length", String(size));
  return new Response(null, { headers });
}

/** Returns the response headers of an object's content. */
export function fileHeaders(
  c: HttpContext,
  object: StoredObject,
  { download, expires }: FileResponseOptions,
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
  if (download !== undefined) headers.set("content-disposition", attachmentDisposition(download));
  else if (isAttachment) headers.set("content-disposition", "attachment");
  return headers;
}

function cacheControl(
  c: HttpContext,
  { cacheControl: storedValue = "no-cache", eTag }: FileMetadata,
) {
  const ifNoneMatch = c.req.header("if-none-match");
  return ifNoneMatch && ifNoneMatch !== eTag
    ? `${storedValue}, stale-while-revalidate=30`
    : storedValue;
}

/** Returns a `Content-Disposition` header (RFC 6266). */
function attachmentDisposition(name: string): string {
  if (name === "") return "attachment;";
  const encoded = encodeURIComponent(name);
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`;
}

function modifiedAt({ metadata, updated_at }: StoredObject): Date {
  const storedDate = new Date(metadata?.lastModified ?? updated_at);
  return Number.isNaN(storedDate.getTime()) ? updated_at : storedDate;
}

/** Returns whether the client's copy is current (RFC 9110, section 13.1). */
function isFresh(c: HttpContext, object: StoredObject): boolean {
  const ifNoneMatch = c.req.header("if-none-match");
  if (ifNoneMatch !== undefined) return ifNoneMatch === object.metadata?.eTag;
  const since = Date.parse(c.req.header("if-modified-since") ?? "");
  // Ignore milliseconds, because the header contains only whole seconds.
  return Math.floor(modifiedAt(object).getTime() / 1000) * 1000 <= since;
}
