import { findBucket } from "../../storage/buckets.ts";
import { invalidParameter } from "../../storage/errors.ts";
import { mayBeInName, truncateForSorting } from "../../storage/names.ts";
import { asService } from "../../storage/scope.ts";
import { createNameFormatter, xmlResponse } from "../answer.ts";
import type { S3Context } from "../context.ts";
import { findUpload, listUploads, partsOf, requireUploadPermission } from "../multipart-uploads.ts";
import { type PageEntry, pageOf } from "../pages.ts";
import { type S3Request, scopeFor } from "../request.ts";

/** S3's limit for the entries of a page. */
const maxPageSize = 1000;

/** `ListObjectsV2`: lists objects, with continuation tokens. */
export async function listObjectsV2(context: S3Context, request: S3Request): Promise<Response> {
  const { query } = request;
  const token = query.get("continuation-token");
  const startAfter = query.get("start-after");
  const start = token === undefined ? (startAfter ?? "") : nameIn(token);
  const { listFields, formatName, entries, next } = await readListPage(context, request, start);
  return xmlResponse("ListBucketResult", {
    ...listFields,
    KeyCount: entries.length,
    ContinuationToken: token,
    StartAfter: startAfter && formatName(startAfter),
    NextContinuationToken: next && tokenFor(next),
  });
}

/** `ListObjects`: lists objects, with markers. */
export async function listObjects(context: S3Context, request: S3Request): Promise<Response> {
  const marker = request.query.get("marker") ?? "";
  const { listFields, formatName, next } = await readListPage(context, request, marker);
  const isFolded = (request.query.get("delimiter") ?? "") !== "";
  return xmlResponse("ListBucketResult", {
    ...listFields,
    Marker: formatName(marker),
    // Without a delimiter, the last key of the page is the next marker.
    NextMarker: isFolded && next ? formatName(next) : undefined,
  });
}

/** Reads a page, and returns the part of the response that both versions of `ListObjects` share. */
async function readListPage(context: S3Context, request: S3Request, start: string) {
  const { bucket, query } = request;
  const scope = scopeFor(request, "object.list");
  await findBucket(context, asService(scope), bucket);
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
  const encoding = query.get("encoding-type");
  const limit = Math.min(readNumber(request, "max-keys") ?? maxPageSize, maxPageSize);
  for (const text of [prefix, delimiter, start]) refuseNullCharacters(text);
  const canMatch = mayBeInName(prefix);
  const page = canMatch
    ? await pageOf(context, scope, {
        bucket,
        prefix,
        limit,
        delimiter: truncateForSorting(delimiter),
        startAfter: truncateForSorting(start),
      })
    : { entries: [], hasMore: false };
  const formatName = createNameFormatter(encoding);
  const { entries, hasMore } = page;
  return {
    entries,
    formatName,
    next: hasMore ? entries.at(-1)?.name : undefined,
    listFields: {
      Name: bucket,
      Prefix: formatName(prefix),
      Delimiter: delimiter === "" ? undefined : formatName(delimiter),
      MaxKeys: limit,
      EncodingType: encoding,
      IsTruncated: hasMore,
      Contents: entries.filter(({ id }) => id !== null).map((entry) => contents(entry, formatName)),
      CommonPrefixes: entries
        .filter(({ id }) => id === null)
        .map(({ name }) => ({ Prefix: formatName(name) })),
    },
  };
}

function contents({ name, updated_at, metadata }: PageEntry, formatName: (name: string) => string) {
  return {
    Key: formatName(name),
    LastModified: updated_at ?? undefined,
    ETag: metadata?.eTag,
    Size: metadata?.size ?? 0,
    StorageClass: "STANDARD",
  };
}

/** `ListMultipartUploads`: lists unfinished uploads. */
export async function listMultipartUploads(
  context: S3Context,
  request: S3Request,
): Promise<Response> {
  const { bucket, query } = request;
  const scope = scopeFor(request, "upload.list_multipart");
  await findBucket(context, asService(scope), bucket);
  const limit = Math.min(readNumber(request, "max-uploads") ?? maxPageSize, maxPageSize);
  const prefix = query.get("prefix") ?? "";
  const marker = { key: query.get("key-marker") ?? "", id: query.get("upload-id-marker") ?? "" };
  for (const text of [prefix, marker.key, marker.id]) refuseNullCharacters(text);
  const formatName = createNameFormatter(query.get("encoding-type"));
  const sortableMarker = { key: truncateForSorting(marker.key), id: truncateForSorting(marker.id) };
  const rows = mayBeInName(prefix)
    ? await listUploads(context, scope, {
        bucket,
        prefix,
        marker: sortableMarker,
        limit: limit + 1,
      })
    : [];
  const uploads = rows.slice(0, limit);
  const lastUpload = rows.length > limit ? uploads.at(-1) : undefined;
  return xmlResponse("ListMultipartUploadsResult", {
    Bucket: bucket,
    Prefix: formatName(prefix),
    KeyMarker: formatName(marker.key),
    UploadIdMarker: marker.id,
    NextKeyMarker: lastUpload && formatName(lastUpload.key),
    NextUploadIdMarker: lastUpload?.id,
    MaxUploads: limit,
    EncodingType: query.get("encoding-type"),
    IsTruncated: lastUpload !== undefined,
    Upload: uploads.map(({ key, id, created_at }) => ({
      Key: formatName(key),
      UploadId: id,
      Initiated: created_at,
      StorageClass: "STANDARD",
    })),
  });
}

/** `ListParts`: lists the parts of an upload, for callers who may upload the object. */
export async function listParts(context: S3Context, request: S3Request): Promise<Response> {
  const scope = scopeFor(request, "upload.list_parts");
  const upload = await findUpload(context, request);
  await requireUploadPermission(context, request, scope, upload);
  const limit = Math.min(readNumber(request, "max-parts") ?? maxPageSize, maxPageSize);
  const partNumberMarker = readNumber(request, "part-number-marker") ?? 0;
  const allParts = await partsOf(context, scope, upload.id);
  const followingParts = allParts.filter(({ part_number }) => part_number > partNumberMarker);
  const parts = followingParts.slice(0, limit);
  return xmlResponse("ListPartsResult", {
    Bucket: request.bucket,
    Key: request.key,
    UploadId: upload.id,
    PartNumberMarker: partNumberMarker,
    NextPartNumberMarker: followingParts.length > limit ? parts.at(-1)?.part_number : undefined,
    MaxParts: limit,
    IsTruncated: followingParts.length > limit,
    Part: parts.map(({ part_number, created_at, etag, size }) => ({
      PartNumber: part_number,
      LastModified: created_at,
      ETag: etag,
      Size: size,
    })),
  });
}

function readNumber({ query }: S3Request, name: string): number | undefined {
  const text = query.get(name);
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,9}$/.test(text)) throw invalidParameter(name);
  return Number(text);
}

/** Refuses null characters, which PostgreSQL does not accept in text. */
function refuseNullCharacters(text: string): void {
  if (text.includes("\0")) throw invalidParameter("prefix");
}

function tokenFor(name: string): string {
  return Buffer.from(`l:${name}`).toString("base64url");
}

function nameIn(token: string): string {
  const text = Buffer.from(token, "base64url").toString();
  if (!text.startsWith("l:")) throw invalidParameter("continuation token");
  return text.slice(2);
}
