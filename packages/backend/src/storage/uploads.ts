import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { identifier, join, type Sql, sql, trusted } from "../database/sql.ts";
import { type Bucket, findBucket, selectBucket, sizeLimitOf } from "./buckets.ts";
import { discardContent, removeContent } from "./content.ts";
import type { StorageContext } from "./context.ts";
import { accessDenied, alreadyExists, noSuchBucket, StorageError, tooLarge } from "./errors.ts";
import { type FileMetadata, metadataOf, type UserMetadata } from "./metadata.ts";
import { checkMimeType, unknownType } from "./mime-types.ts";
import { isFolderPlaceholder, isUuid, type ObjectLocation } from "./names.ts";
import { objectColumns, type StoredObject } from "./objects.ts";
import { asService, batchAs, type Scope, setCallerSql, testPermission } from "./scope.ts";

/** The body of an upload, with the properties that its request declares. */
export interface UploadBody {
  readonly content: Readable;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly userMetadata: UserMetadata | undefined;
  readonly robotsTag?: string | undefined;
  /** The `Content-Length` of the request in bytes. A form is larger than its file. */
  readonly declaredSize: number | undefined;
  readonly isForm: boolean;
}

export interface UploadTarget extends ObjectLocation {
  readonly owner: string | undefined;
  /** True to replace an existing object. */
  readonly isUpsert: boolean;
}

/** The row of an object to write. */
export interface NewObject extends UploadTarget {
  readonly version: string;
  readonly metadata: FileMetadata;
  readonly userMetadata: UserMetadata | null | undefined;
}

/**
 * Uploads an object: checks the caller's permission, writes the content, and then writes the row. The content comes
 * first, because content without a row is merely unused, while a row without content would be a lost file.
 *
 * @throws {StorageError}
 */
export async function uploadObject(
  context: StorageContext,
  scope: Scope,
  { bucket, name, owner, isUpsert }: UploadTarget,
  { content, mimetype, cacheControl, userMetadata, robotsTag, declaredSize, isForm }: UploadBody,
): Promise<StoredObject> {
  const object = { bucket, name, owner, isUpsert, userMetadata, version: randomUUID() };
  const declaredMetadata = {
    mimetype,
    ...(declaredSize !== undefined && { contentLength: declaredSize }),
  };
  const sizeLimit = await prepareUpload(
    context,
    scope,
    { ...object, metadata: declaredMetadata },
    isForm ? undefined : declaredSize,
  ).catch((error: unknown) => {
    drain(content);
    throw error;
  });
  const file = await context.files.write(object.version, content, sizeLimit);
  const metadata = {
    ...metadataOf(file, { mimetype, cacheControl }),
    ...(robotsTag !== undefined && { xRobotsTag: robotsTag }),
  };
  return completeUpload(context, scope, {
    ...object,
    userMetadata: userMetadata ?? {},
    metadata,
  });
}

/**
 * Checks the policies and the bucket's limits in one round trip. If both refuse, the bucket's error is reported.
 *
 * @param sizeBytes undefined if it is not known yet
 * @returns the maximum size of the content in bytes
 * @throws {StorageError}
 */
export async function prepareUpload(
  context: StorageContext,
  scope: Scope,
  object: NewObject,
  sizeBytes: number | undefined,
): Promise<number> {
  try {
    return checkLimits(
      context,
      await checkUploadPermission(context, scope, object),
      object,
      sizeBytes,
    );
  } catch (error) {
    const bucket = await findBucket(context, asService(scope), object.bucket);
    checkLimits(context, bucket, object, sizeBytes);
    throw error;
  }
}

/**
 * Checks whether the policies allow the caller to write the object, before its content is stored. The row is inserted
 * and rolled back, as in the reference (`src/storage/uploader.ts`): PostgreSQL evaluates policies only for a row that
 * is written. The real row is inserted after the content is stored, because a client may take long to send its content,
 * and neither a connection nor a lock can be held that long.
 *
 * @returns the bucket, even if the policies hide it
 * @throws {StorageError} when the policies refuse, or when the object exists and must not be replaced
 */
export async function checkUploadPermission(
  context: StorageContext,
  scope: Scope,
  object: NewObject,
): Promise<Bucket> {
  const [bucket] = await testPermission<Bucket>(
    context,
    scope,
    selectBucket(object.bucket),
    insertObjectSql(object),
  ).catch(throwKeyExists);
  if (!bucket) throw noSuchBucket();
  return bucket;
}

/**
 * @returns the maximum size of the content in bytes
 * @throws {StorageError} when the bucket does not accept the object
 */
export function checkLimits(
  context: StorageContext,
  bucket: Bucket,
  { name, metadata }: Pick<NewObject, "name" | "metadata">,
  sizeBytes: number | undefined,
): number {
  const isPlaceholder = isFolderPlaceholder(name);
  const { mimetype = unknownType } = metadata;
  if (!isPlaceholder) checkMimeType(mimetype, bucket.allowed_mime_types ?? []);
  const limit = isPlaceholder ? 0 : sizeLimitOf(context, bucket);
  if (sizeBytes !== undefined && sizeBytes > limit) throw tooLarge();
  return limit;
}

/** Reads and discards the content, because many clients do not read the response before they have sent everything. */
function drain(content: Readable): void {
  content.on("error", () => {});
  content.resume();
}

/**
 * Writes the row of an object whose content is stored, and removes the content that it replaces. Discards the
 * new content if the row is refused.
 *
 * @throws {StorageError}
 */
export async function completeUpload(
  context: StorageContext,
  scope: Scope,
  object: NewObject,
): Promise<StoredObject> {
  const { writtenObject, replacedVersion } = await writeObject(context, scope, object).catch(
    async (error: unknown) => {
      await discardContent(context, object.version, error);
      throw error;
    },
  );
  await removeContent(context, [replacedVersion]);
  return writtenObject;
}

/**
 * Writes the row of an object under the caller's policies, which may have changed during the upload. Policies may count
 * rows, so callers to whom policies apply write to a bucket one at a time.
 *
 * @returns the row, and the version that it replaces
 * @throws {StorageError} when the policies refuse, or when the object exists now and must not be replaced
 */
export async function writeObject(
  context: StorageContext,
  scope: Scope,
  object: NewObject,
): Promise<{
  readonly writtenObject: StoredObject;
  readonly replacedVersion: string | undefined;
}> {
  const { bucket, name } = object;
  const locationCondition = sql`bucket_id = ${bucket} and name = ${name}`;
  const [, , currentResult, , , , { rows }] = await batchAs<
    [unknown, unknown, { readonly version: string | null }, unknown, unknown, unknown, StoredObject]
  >(context, asService(scope), [
    lockBucketSql(scope, bucket),
    // Prevent other requests from replacing the object at the same time. A row that does not exist cannot be locked, so
    // lock the name.
    sql`select pg_advisory_xact_lock(hashtextextended(${`storage ${bucket}/${name}`}, 0))`,
    sql`select version from storage.objects where ${locationCondition} for update`,
    setCallerSql(scope),
    insertObjectSql(object),
    setCallerSql(asService(scope)),
    sql`select ${objectColumns} from storage.objects where ${locationCondition}`,
  ]).catch(throwKeyExists);
  const [writtenObject] = rows;
  if (!writtenObject) throw accessDenied();
  return { writtenObject, replacedVersion: currentResult.rows[0]?.version ?? undefined };
}

/**
 * Returns the statement that waits for other writes under policies to the bucket. The secret key does not wait, because
 * it bypasses all policies.
 */
export function lockBucketSql({ caller }: Scope, bucket: string): Sql {
  if (caller.role === "service_role") return sql`select`;
  return sql`select pg_advisory_xact_lock(hashtextextended(${`storage ${bucket}`}, 0))`;
}

const uploadColumns = ["version", "owner", "owner_id", "metadata", "user_metadata"] as const;

/** Returns the statement that writes the row of an object. */
export function insertObjectSql(object: NewObject): Sql {
  const { bucket, name, version, owner, metadata, userMetadata, isUpsert } = object;
  const insert = sql`insert into storage.objects (bucket_id, name, ${trusted(uploadColumns.join(", "))})
    values (${bucket}, ${name}, ${version}, ${isUuid(owner) ? owner : null}, ${owner ?? null},
      ${JSON.stringify(metadata)}::jsonb, ${userMetadata ? JSON.stringify(userMetadata) : null}::jsonb)`;
  if (!isUpsert) return insert;
  return sql`${insert} on conflict (bucket_id, name) do update set
    ${join(uploadColumns.map((column) => sql`${identifier(column)} = excluded.${identifier(column)}`))},
    updated_at = now()`;
}

function throwKeyExists(error: unknown): never {
  const isTaken = error instanceof StorageError && error.code === "ResourceAlreadyExists";
  throw isTaken ? alreadyExists("KeyAlreadyExists") : error;
}
