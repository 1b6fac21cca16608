import { findBucket } from "../../storage/buckets.ts";
import { invalidParameter } from "../../storage/errors.ts";
import { mayBeInName, truncateForSorting } from "../../storage/names.ts";
import { asService } from "../../storage/scope.ts";
import { nameWriter, xmlAnswer } from "../answer.ts";
import type { S3Context } from "../context.ts";
import { findUpload, listUploads, partsOf, requireUploadPermission } from "../multipart-uploads.ts";
import { type PageEntry, pageOf } from "../pages.ts";
import { type S3Request, scopeFor } from "../request.ts";

/** S3's limit for a page. */
const maxPageSize = 1000;

/** `ListObjectsV2`, with continuation tokens. */
export async function listObjectsV2(context: S3Context, request: S3Request): Promise<Response> {
  const { query } = request;
  const token = query.get("continuation-token");
  const startAfter = query.get("start-after");
  const start = token === undefined ? (startAfter ?? "") : nameIn(token);
  const { list, write, entries, next } = await page(context, request, start);
  return xmlAnswer("ListBucketResult", {
    ...list,
    KeyCount: entries.length,
    ContinuationToken: token,
    StartAfter: startAfter && write(startAfter),
    NextContinuationToken: next && tokenFor(next),
  });
}

/** `ListObjects`, with markers. */
export async function listObjects(context: S3Context, request: S3Request): Promise<Response> {
  const marker = request.query.get("marker") ?? "";
  const { list, write, next } = await page(context, request, marker);
  const isFolded = (request.query.get("delimiter") ?? "") !== "";
  return xmlAnswer("ListBucketResult", {
    ...list,
    Marker: write(marker),
    // Without a delimiter, the last key of the page is the next marker.
    NextMarker: isFolded && next ? write(next) : undefined,
  });
}

/** Returns the part of the answer that both versions of the list share. */
async function page(context: S3Context, request: S3Request, start: string) {
  const { bucket, query } = request;
  const scope = scopeFor(request, "object.list");
  await findBucket(context, asService(scope), bucket);
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
  const encoding = query.get("encoding-type");
  const limit = Math.min(numberIn(request, "max-keys") ?? maxPageSize, maxPageSize);
  for (const text of [prefix, delimiter, start]) checkText(text);
  const isPossible = mayBeInName(prefix);
  const found = isPossible
    ? await pageOf(context, scope, {
        ...{ bucket, prefix, limit },
        ...{ delimiter: truncateForSorting(delimiter), startAfter: truncateForSorting(start) },
      })
    : { entries: [], hasMore: false };
  const write = nameWriter(encoding);
  const { entries, hasMore } = found;
  return {
    entries,
    write,
    next: hasMore ? entries.at(-1)?.name : undefined,
    list: {
      Name: bucket,
      Prefix: write(prefix),
      Delimiter: delimiter === "" ? undefined : write(delimiter),
      MaxKeys: limit,
      EncodingType: encoding,
      IsTruncated: hasMore,
      Contents: entries.filter(({ id }) => id !== null).map((entry) => contents(entry, write)),
      CommonPrefixes: entries
        .filter(({ id }) => id === null)
        .map(({ name }) => ({ Prefix: write(name) })),
    },
  };
}

function contents({ name, updated_at, metadata }: PageEntry, write: (name: string) => string) {
  return {
    Key: write(name),
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
  const limit = Math.min(numberIn(request, "max-uploads") ?? maxPageSize, maxPageSize);
  const prefix = query.get("prefix") ?? "";
  const marker = { key: query.get("key-marker") ?? "", id: query.get("upload-id-marker") ?? "" };
  for (const text of [prefix, marker.key, marker.id]) checkText(text);
  const write = nameWriter(query.get("encoding-type"));
  const behind = { key: truncateForSorting(marker.key), id: truncateForSorting(marker.id) };
  const found = mayBeInName(prefix)
    ? await listUploads(context, scope, { bucket, prefix, marker: behind, limit: limit + 1 })
    : [];
  const uploads = found.slice(0, limit);
  const last = found.length > limit ? uploads.at(-1) : undefined;
  return xmlAnswer("ListMultipartUploadsResult", {
    Bucket: bucket,
    Prefix: write(prefix),
    KeyMarker: write(marker.key),
    UploadIdMarker: marker.id,
    NextKeyMarker: last && write(last.key),
    NextUploadIdMarker: last?.id,
    MaxUploads: limit,
    EncodingType: query.get("encoding-type"),
    IsTruncated: last !== undefined,
    Upload: uploads.map(({ key, id, created_at }) => ({
      Key: write(key),
      UploadId: id,
      Initiated: created_at,
      StorageClass: "STANDARD",
    })),
  });
}

/** `ListParts`, for callers who may upload the object. */
export async function listParts(context: S3Context, request: S3Request): Promise<Response> {
  const scope = scopeFor(request, "upload.list_parts");
  const upload = await findUpload(context, request);
  await requireUploadPermission(context, request, scope, upload);
  const limit = Math.min(numberIn(request, "max-parts") ?? maxPageSize, maxPageSize);
  const partNumberMarker = numberIn(request, "part-number-marker") ?? 0;
  const all = await partsOf(context, scope, upload.id);
  const following = all.filter(({ part_number }) => part_number > partNumberMarker);
  const parts = following.slice(0, limit);
  return xmlAnswer("ListPartsResult", {
    Bucket: request.bucket,
    Key: request.key,
    UploadId: upload.id,
    PartNumberMarker: partNumberMarker,
    NextPartNumberMarker: following.length > limit ? parts.at(-1)?.part_number : undefined,
    MaxParts: limit,
    IsTruncated: following.length > limit,
    Part: parts.map(({ part_number, created_at, etag, size }) => ({
      PartNumber: part_number,
      LastModified: created_at,
      ETag: etag,
      Size: size,
    })),
  });
}

function numberIn({ query }: S3Request, name: string): number | undefined {
  const text = query.get(name);
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,9}$/.test(text)) throw invalidParameter(name);
  return Number(text);
}

/** PostgreSQL does not accept null characters in text. */
function checkText(text: string): void {
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
