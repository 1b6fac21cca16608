import { randomUUID } from "node:crypto";
import { sql, trusted } from "../database/sql.ts";
import { removeContent } from "../storage/content.ts";
import type { StorageContext } from "../storage/context.ts";
import { accessDenied, tooLarge } from "../storage/errors.ts";
import { unknownType } from "../storage/mime-types.ts";
import { isUuid, type ObjectLocation } from "../storage/names.ts";
import {
  hasReservation,
  releaseAbandoned,
  withoutReservation,
  withReservation,
} from "../storage/part-reservations.ts";
import {
  asService,
  batchAs,
  inTransaction,
  ownerOf,
  queryAs,
  type Scope,
} from "../storage/scope.ts";
import { beginUpload, requireQuotaFor } from "../storage/unfinished-limit.ts";
import { checkUploadPermission } from "../storage/uploads.ts";
import type { S3Context } from "./context.ts";
import { noSuchUpload } from "./errors.ts";
import { locationOf, type S3Request, scopeFor } from "./request.ts";

/** A multipart upload. */
export interface MultipartUpload {
  readonly id: string;
  readonly bucket_id: string;
  readonly key: string;
  readonly owner_id: string | null;
  readonly created_at: Date;
  readonly user_metadata: Readonly<Record<string, unknown>> | null;
  readonly metadata: { readonly mimetype?: string; readonly cacheControl?: string } | null;
}

/** An uploaded part. Its content is a file named after its version. */
export interface UploadedPart {
  readonly part_number: number;
  readonly etag: string;
  /** The size in bytes. */
  readonly size: number;
  readonly version: string;
  readonly created_at: Date;
}

const columns = trusted("id, bucket_id, key, owner_id, created_at, user_metadata, metadata");

/**
 * Creates an upload.
 *
 * @returns the upload's id
 * @throws {StorageError} when the caller has too many unfinished uploads
 */
export async function insertUpload(
  context: StorageContext,
  scope: Scope,
  upload: ObjectLocation &
    Pick<MultipartUpload, "user_metadata" | "metadata"> & {
      readonly owner: string | undefined;
      readonly starter: string | undefined;
    },
): Promise<string> {
  const id = randomUUID();
  const { bucket, name, owner, starter, user_metadata, metadata } = upload;
  await beginUpload(context, scope, starter, 0, (connection) =>
    connection.query(sql`insert into storage.s3_multipart_uploads
      (id, upload_signature, bucket_id, key, version, owner_id, user_metadata, metadata)
    values (${id}, '', ${bucket}, ${name}, ${randomUUID()}, ${owner ?? null},
      ${JSON.stringify(user_metadata)}::jsonb, ${JSON.stringify({ ...metadata, starter })}::jsonb)`),
  );
  return id;
}

/**
 * Returns the upload that the URL names, if it is an upload of the requested object.
 *
 * @throws {StorageError}
 */
export async function findUpload(context: S3Context, request: S3Request): Promise<MultipartUpload> {
  const { query } = request;
  const id = query.get("uploadId");
  if (!isUuid(id)) throw noSuchUpload();
  const { bucket, name } = locationOf(request);
  const { rows } = await queryAs<MultipartUpload>(
    context,
    asService(scopeFor(request, "upload")),
    sql`select ${columns} from storage.s3_multipart_uploads
      where id = ${id} and bucket_id = ${bucket} and key = ${name}`,
    { readOnly: true },
  );
  const [upload] = rows;
  if (!upload) throw noSuchUpload();
  return upload;
}

/**
 * Checks whether the policies allow the caller to write the object, and whether the caller has started the upload.
 *
 * @throws {StorageError}
 */
export async function requireUploadPermission(
  context: S3Context,
  request: S3Request,
  scope: Scope,
  upload: Pick<MultipartUpload, "owner_id" | "metadata" | "user_metadata">,
): Promise<void> {
  const owner = ownerOf(request);
  const isServiceRole = request.caller.role === "service_role";
  const { mimetype = unknownType, cacheControl = "no-cache" } = upload.metadata ?? {};
  if (!isServiceRole && upload.owner_id !== (owner ?? null)) throw accessDenied();
  await checkUploadPermission(context, scope, {
    ...locationOf(request),
    owner,
    isUpsert: true,
    version: randomUUID(),
    userMetadata: upload.user_metadata,
    metadata: { mimetype, cacheControl },
  });
}

/**
 * Reserves bytes for a part, within the upload's size limit and its starter's limit for unfinished uploads.
 *
 * @returns the id of the reservation
 * @throws {StorageError} when a limit is reached, or the upload does not exist
 */
export function reserveBytes(
  context: StorageContext,
  scope: Scope,
  id: string,
  { size, limit }: { readonly size: number; readonly limit: number },
): Promise<string> {
  const reservation = randomUUID();
  return inTransaction(context, asService(scope), async (connection) => {
    const { rows } = await connection.query<{ starter: string | null }>(
      sql`select coalesce(owner_id, metadata->>'starter') as starter
        from storage.s3_multipart_uploads where id = ${id}`,
    );
    const [upload] = rows;
    if (!upload) throw noSuchUpload();
    const { starter } = upload;
    if (starter !== null) await requireQuotaFor(context, connection, starter, size);
    else await releaseAbandoned(connection, sql`id = ${id}`);
    const { affected } = await connection.query(
      sql`update storage.s3_multipart_uploads set ${withReservation(reservation, size)}
        where id = ${id} and in_progress_size + ${size} <= ${limit}`,
    );
    if (affected === 0) throw tooLarge();
    return reservation;
  });
}

/** Releases reserved bytes if the upload still exists. */
export async function releaseBytes(
  context: StorageContext,
  scope: Scope,
  id: string,
  { reservation, size }: { readonly reservation: string; readonly size: number },
): Promise<void> {
  await queryAs(
    context,
    asService(scope),
    sql`update storage.s3_multipart_uploads set in_progress_size = in_progress_size - ${size},
        metadata = ${withoutReservation(reservation)}
      where id = ${id} and ${hasReservation(reservation)}`,
  );
}

/**
 * Writes the row of an uploaded part.
 *
 * @returns the versions of replaced parts with the same number
 * @throws {StorageError} when the upload does not exist
 */
export function insertPart(
  context: StorageContext,
  scope: Scope,
  upload: MultipartUpload,
  part: Omit<UploadedPart, "created_at">,
  reservation: string,
): Promise<readonly string[]> {
  const { id, bucket_id, key, owner_id } = upload;
  const { part_number, etag, size, version } = part;
  return inTransaction(context, asService(scope), async (connection) => {
    const { rows: uploads } = await connection.query(
      sql`select from storage.s3_multipart_uploads where id = ${id} for update`,
    );
    if (uploads.length === 0) throw noSuchUpload();
    const { rows: replacedParts } = await connection.query<{ version: string; size: number }>(
      sql`delete from storage.s3_multipart_uploads_parts
        where upload_id = ${id} and part_number = ${part_number} returning version, size`,
    );
    await connection.query(sql`
      insert into storage.s3_multipart_uploads_parts
        (upload_id, part_number, bucket_id, key, etag, size, version, owner_id)
      values (${id}, ${part_number}, ${bucket_id}, ${key}, ${etag}, ${size}, ${version}, ${owner_id})`);
    const freedBytes = replacedParts.reduce((sum, { size: bytes }) => sum + Number(bytes), 0);
    await connection.query(sql`
      update storage.s3_multipart_uploads set in_progress_size = in_progress_size - ${freedBytes},
        metadata = ${withoutReservation(reservation)}
      where id = ${id}`);
    return replacedParts.map((row) => row.version);
  });
}

/**
 * Returns the parts in order of their numbers. Checks in the same statement that the upload exists: without its parts, an
 * upload that another request has just completed or aborted would become an empty object.
 *
 * @throws {StorageError} when the upload does not exist
 */
export async function partsOf(
  context: StorageContext,
  scope: Scope,
  id: string,
): Promise<readonly UploadedPart[]> {
  const { rows } = await queryAs<UploadedPart | { readonly part_number: null }>(
    context,
    asService(scope),
    sql`select part.part_number, part.etag, part.size, part.version, part.created_at
      from storage.s3_multipart_uploads as upload
      left join storage.s3_multipart_uploads_parts as part on part.upload_id = upload.id
      where upload.id = ${id} order by part.part_number`,
    { readOnly: true },
  );
  if (rows.length === 0) throw noSuchUpload();
  return rows.flatMap((part) =>
    part.part_number === null ? [] : { ...part, size: Number(part.size) },
  );
}

/** Deletes an upload with its parts. Locks it first, so that a part that is just being recorded is deleted as well. */
export async function deleteUpload(
  context: StorageContext,
  scope: Scope,
  id: string,
): Promise<void> {
  const [, { rows: parts }] = await batchAs<[unknown, { version: string }]>(
    context,
    asService(scope),
    [
      sql`select from storage.s3_multipart_uploads where id = ${id} for update`,
      sql`with parts as (
          select version from storage.s3_multipart_uploads_parts where upload_id = ${id}
        ), deleted as (
          delete from storage.s3_multipart_uploads where id = ${id}
        )
        select version from parts`,
    ],
  );
  await removeContent(
    context,
    parts.map(({ version }) => version),
  );
}

/** Lists the unfinished uploads that the policies show to the caller. */
export async function listUploads(
  context: StorageContext,
  scope: Scope,
  query: {
    readonly bucket: string;
    readonly prefix: string;
    readonly marker: { readonly key: string; readonly id: string };
    readonly limit: number;
  },
): Promise<readonly MultipartUpload[]> {
  const { bucket, prefix, marker, limit } = query;
  const markerCondition =
    marker.id === ""
      ? sql`key > ${marker.key}`
      : sql`(key, id collate "C") > (${marker.key}, ${marker.id} collate "C")`;
  const { rows } = await queryAs<MultipartUpload>(
    context,
    scope,
    sql`select ${columns} from storage.s3_multipart_uploads
      where bucket_id = ${bucket} and starts_with(key, ${prefix}) and ${markerCondition}
      order by key, id collate "C" limit ${limit}`,
    { readOnly: true },
  );
  return rows;
}
