import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { clientAddress } from "../../http/caller/client-address.ts";
import { findBucket, sizeLimitOf } from "../../storage/buckets.ts";
import { discardContent, openContent, removeContent } from "../../storage/content.ts";
import { invalidParameter, noContent, tooLarge } from "../../storage/errors.ts";
import type { FilePart } from "../../storage/files/port.ts";
import { parseCacheControl, parseContentType } from "../../storage/metadata.ts";
import { checkMimeType, unknownType } from "../../storage/mime-types.ts";
import { asService, ownerOf, type Scope } from "../../storage/scope.ts";
import { completeUpload } from "../../storage/uploads.ts";
import { xmlResponse } from "../answer.ts";
import { bodyOf, readXml, type S3Body } from "../body.ts";
import { unquoted } from "../conditions.ts";
import type { S3Context } from "../context.ts";
import { invalidPart, invalidPartOrder, malformedXml } from "../errors.ts";
import {
  deleteUpload,
  findUpload,
  insertPart,
  insertUpload,
  partsOf,
  releaseBytes,
  requireUploadPermission,
  reserveBytes,
  type UploadedPart,
} from "../multipart-uploads.ts";
import { locationOf, parseUserMetadata, type S3Request, scopeFor } from "../request.ts";
import { childrenOf, textOf, type XmlElement } from "../xml.ts";
import { findCopySource } from "./copy.ts";

/** S3's limit for the parts of an upload. */
const maxParts = 10_000;

/** `CreateMultipartUpload`: starts an upload in parts. */
export async function createUpload(context: S3Context, request: S3Request): Promise<Response> {
  const { bucket: Bucket, key: Key, headers } = request;
  const scope = scopeFor(request, "upload.create_multipart");
  const bucket = await findBucket(context, asService(scope), Bucket);
  const mimetype = parseContentType(headers.get("content-type") ?? unknownType);
  checkMimeType(mimetype, bucket.allowed_mime_types ?? []);
  const cacheControl = parseCacheControl(headers.get("cache-control") ?? "no-cache");
  const [metadata, user_metadata] = [{ mimetype, cacheControl }, parseUserMetadata(headers)];
  const owner = ownerOf(request);
  await requireUploadPermission(context, request, scope, {
    owner_id: owner ?? null,
    metadata,
    user_metadata,
  });
  const UploadId = await insertUpload(context, scope, {
    ...locationOf(request),
    owner,
    metadata,
    user_metadata,
    starter:
      request.caller.role === "service_role" ? undefined : (owner ?? clientAddress(request.c)),
  });
  return xmlResponse("InitiateMultipartUploadResult", { Bucket, Key, UploadId });
}

/** `UploadPart`: stores one part. */
export async function uploadPart(context: S3Context, request: S3Request): Promise<Response> {
  const scope = scopeFor(request, "upload.part");
  const part = await storePart(context, request, scope, async () => bodyOf(request));
  return new Response(null, { headers: { etag: part.etag } });
}

/** `UploadPartCopy`: copies an object or a range of it to a part. */
export async function uploadPartCopy(context: S3Context, request: S3Request): Promise<Response> {
  const { headers } = request;
  const scope = scopeFor(request, "upload.part_copy");
  const part = await storePart(context, request, scope, async () => {
    const source = await findCopySource(context, request, "upload.part_copy");
    const { content, size = 0 } = await openContent(
      context,
      source,
      headers.get("x-amz-copy-source-range"),
    );
    return { content, size };
  });
  return xmlResponse("CopyPartResult", { ETag: part.etag, LastModified: new Date() });
}

async function storePart(
  context: S3Context,
  request: S3Request,
  scope: Scope,
  open: () => Promise<S3Body>,
): Promise<Pick<UploadedPart, "etag">> {
  const { query } = request;
  const number = query.get("partNumber") ?? "";
  const part_number = /^\d{1,5}$/.test(number) ? Number(number) : 0;
  if (part_number < 1 || part_number > maxParts) throw invalidParameter("partNumber");
  const upload = await findUpload(context, request);
  const bucket = await findBucket(context, asService(scope), request.bucket);
  await requireUploadPermission(context, request, scope, upload);
  const { content, size } = await open();
  const version = randomUUID();
  const limit = sizeLimitOf(context, bucket);
  const reservation = await reserveBytes(context, scope, upload.id, { size, limit }).catch(
    (error: unknown) => {
      content.destroy();
      throw error;
    },
  );
  try {
    const { md5 } = await context.files.write(version, content, size);
    const etag = `"${md5}"`;
    const part = { part_number, etag, size, version };
    const replacedVersions = await insertPart(context, scope, upload, part, reservation);
    await removeContent(context, replacedVersions);
    return { etag };
  } catch (error) {
    await discardContent(context, version, error);
    await releaseBytes(context, scope, upload.id, { reservation, size });
    throw error;
  }
}

/** `CompleteMultipartUpload`: joins the parts to an object. */
export async function completeMultipartUpload(
  context: S3Context,
  request: S3Request,
): Promise<Response> {
  const { bucket: Bucket, key: Key } = request;
  const scope = scopeFor(request, "upload.complete_multipart");
  const requestedParts = readRequestedParts(await readXml(request));
  const upload = await findUpload(context, request);
  const bucket = await findBucket(context, asService(scope), Bucket);
  await requireUploadPermission(context, request, scope, upload);
  const parts = selectParts(await partsOf(context, scope, upload.id), requestedParts);
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (size > sizeLimitOf(context, bucket)) throw tooLarge();
  const eTag = multipartETag(parts);
  const version = await joinParts(context, parts);
  const row = {
    ...locationOf(request),
    version,
    owner: upload.owner_id ?? undefined,
    isUpsert: true,
    userMetadata: upload.user_metadata,
    metadata: {
      eTag,
      size,
      contentLength: size,
      httpStatusCode: 200,
      mimetype: upload.metadata?.mimetype ?? unknownType,
      cacheControl: upload.metadata?.cacheControl ?? "no-cache",
      lastModified: new Date().toISOString(),
    },
  };
  await completeUpload(context, scope, row);
  await deleteUpload(context, scope, upload.id);
  const Location = new URL(request.c.req.url).pathname;
  return xmlResponse("CompleteMultipartUploadResult", { Location, Bucket, Key, ETag: eTag });
}

/** Joins the parts to one file, and returns its version. */
async function joinParts(context: S3Context, parts: readonly FilePart[]): Promise<string> {
  const version = randomUUID();
  if (parts.length === 0) {
    await context.files.write(version, Readable.from([]), 0);
    return version;
  }
  if (!(await context.files.join(parts, version))) throw noContent();
  return version;
}

interface RequestedPart {
  readonly number: number;
  readonly etag: string;
}

/** @throws {StorageError} */
function readRequestedParts(document: XmlElement | undefined): readonly RequestedPart[] {
  if (!document) return [];
  if (document.name !== "CompleteMultipartUpload") throw malformedXml();
  const parts = childrenOf(document, "Part").map((part) => ({
    number: Number(textOf(part, "PartNumber")?.trim()),
    etag: unquoted(textOf(part, "ETag")?.trim() ?? ""),
  }));
  let previousNumber = 0;
  for (const { number } of parts) {
    if (!Number.isInteger(number) || number < 1 || number > maxParts) throw malformedXml();
    if (number <= previousNumber) throw invalidPartOrder();
    previousNumber = number;
  }
  return parts;
}

/** Returns the parts that the caller names, or all parts if the caller names none. */
function selectParts(
  parts: readonly UploadedPart[],
  requestedParts: readonly RequestedPart[],
): readonly UploadedPart[] {
  if (requestedParts.length === 0) return parts;
  const partByNumber = new Map(parts.map((part) => [part.part_number, part]));
  return requestedParts.map(({ number, etag }) => {
    const part = partByNumber.get(number);
    if (!part || unquoted(part.etag) !== etag) throw invalidPart(number);
    return part;
  });
}

/** Returns the ETag of a multipart object as S3 defines it: the digest of its parts' digests, and their number. */
function multipartETag(parts: readonly UploadedPart[]): string {
  const digest = createHash("md5");
  for (const { etag } of parts) digest.update(Buffer.from(unquoted(etag), "hex"));
  return `"${digest.digest("hex")}-${parts.length}"`;
}

/** `AbortMultipartUpload`: deletes the upload and its parts. */
export async function abortUpload(context: S3Context, request: S3Request): Promise<Response> {
  const scope = scopeFor(request, "upload.abort_multipart");
  const upload = await findUpload(context, request);
  await requireUploadPermission(context, request, scope, upload);
  await deleteUpload(context, scope, upload.id);
  return new Response(null, { status: 204 });
}
