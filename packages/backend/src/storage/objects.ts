import { identifier, join, type Sql, sql, trusted } from "../database/sql.ts";
import { type Bucket, selectBucket } from "./buckets.ts";
import type { StorageContext } from "./context.ts";
import { accessDenied, alreadyExists, noSuchBucket, noSuchObject, StorageError } from "./errors.ts";
import type { WrittenFile } from "./files/port.ts";
import { isUuid, mayBeInName, type ObjectLocation } from "./names.ts";
import {
  asService,
  batchAs,
  inTransaction,
  lookUp,
  queryAs,
  type Scope,
  settings,
  testPermission,
} from "./scope.ts";
import { sendableMetadata } from "./sendable-metadata.ts";

/** The column `metadata`. */
export interface FileMetadata {
  readonly eTag?: string;
  readonly size?: number;
  readonly mimetype?: string;
  readonly cacheControl?: string;
  readonly lastModified?: string;
  readonly contentLength?: number;
  readonly httpStatusCode?: number;
  readonly xRobotsTag?: string;
}

/** Returns the metadata of a file that was just written. */
export function metadataOf(
  { size, md5 }: WrittenFile,
  { mimetype, cacheControl }: Required<Pick<FileMetadata, "mimetype" | "cacheControl">>,
): FileMetadata {
  return {
    eTag: `"${md5}"`,
    size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}

export interface StoredObject {
  readonly id: string;
  readonly name: string;
  readonly bucket_id: string;
  readonly owner: string | null;
  readonly owner_id: string | null;
  readonly version: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_accessed_at: Date;
  readonly metadata: FileMetadata | null;
  readonly user_metadata: Readonly<Record<string, unknown>> | null;
}

const columns = trusted(
  "name, bucket_id, owner, owner_id, version, id, updated_at, created_at, last_accessed_at, metadata, user_metadata",
);

/** Returns an object as JSON, in which text members are never null. */
export function objectJson(object: StoredObject) {
  const { owner, owner_id, version, ...rest } = object;
  return { ...rest, owner: owner ?? "", owner_id: owner_id ?? "", version: version ?? "" };
}

/** @throws {StorageError} when the object does not exist or the caller may not see it */
export async function findObject(
  context: StorageContext,
  scope: Scope,
  location: ObjectLocation,
): Promise<StoredObject> {
  const { rows } = await queryAs<StoredObject>(context, scope, select(location), {
    readOnly: true,
  });
  if (!rows[0]) throw noSuchObject();
  return sendable(rows[0]);
}

function sendable(object: StoredObject): StoredObject {
  return { ...object, metadata: sendableMetadata(object.metadata) };
}

/**
 * Finds an object that the caller may read. Policies do not apply to public buckets.
 *
 * @throws {StorageError} when the bucket does not exist
 */
export async function findReadable(
  context: StorageContext,
  scope: Scope,
  location: ObjectLocation,
): Promise<{ readonly isPublic: boolean; readonly object: StoredObject | undefined }> {
  const bucket = sql`from storage.buckets where id = ${location.bucket}`;
  const { first, second } = await lookUp<{ isPublic: boolean }, StoredObject>(context, scope, {
    asService: sql`select coalesce(public, false) as "isPublic" ${bucket}`,
    isOpen: sql`exists (select ${bucket} and public)`,
    asCaller: select(location),
  });
  if (!first[0]) throw noSuchBucket();
  return { isPublic: first[0].isPublic, object: second[0] && sendable(second[0]) };
}

const select = ({ bucket, name }: ObjectLocation) =>
  sql`select ${columns} from storage.objects where bucket_id = ${bucket} and name = ${name}`;

/** Returns the names that the caller may see. */
export async function visibleNames(
  context: StorageContext,
  scope: Scope,
  bucket: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await queryAs<{ name: string }>(
    context,
    scope,
    sql`select name from storage.objects
      where bucket_id = ${bucket} and name = any(${names.filter(mayBeInName)}::text[])`,
    { readOnly: true },
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Returns the condition that a name begins with a prefix, as a range that uses the index. No name sorts after
 * the last character of Unicode.
 */
export function isBelow(prefix: string): Sql {
  return sql`name collate "C" >= ${prefix} and name collate "C" < ${prefix} || chr(1114111)`;
}

/** A row to write. */
export interface NewObject extends ObjectLocation {
  readonly version: string;
  readonly owner: string | undefined;
  readonly metadata: FileMetadata;
  readonly userMetadata: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Checks whether the policies allow the caller to write the object, before its content is uploaded.
 *
 * @returns its bucket, even if the policies hide it
 * @throws {StorageError} when they do not, or when the object exists and must not be replaced
 */
export async function testUploadPermission(
  context: StorageContext,
  scope: Scope,
  object: NewObject,
  isUpsert: boolean,
): Promise<Bucket> {
  const statement = isUpsert ? upsert(object) : insert(object);
  const [bucket] = await testPermission<Bucket>(
    context,
    scope,
    selectBucket(object.bucket),
    statement,
  ).catch(throwKeyExists);
  if (!bucket) throw noSuchBucket();
  return bucket;
}

function throwKeyExists(error: unknown): never {
  const isTaken = error instanceof StorageError && error.code === "ResourceAlreadyExists";
  throw isTaken ? alreadyExists("KeyAlreadyExists") : error;
}

/**
 * Writes the row of an object under the caller's policies, after its content was uploaded. Policies may count
 * rows, so callers under policies write to a bucket one at a time.
 *
 * @returns the row, and the version that it replaces
 * @throws {StorageError} when the policies refuse, or when the object exists by now and must not be replaced
 */
export async function writeObject(
  context: StorageContext,
  scope: Scope,
  object: NewObject,
  isUpsert: boolean,
): Promise<{ readonly written: StoredObject; readonly replaced: string | undefined }> {
  const { bucket, name } = object;
  const isObject = sql`bucket_id = ${bucket} and name = ${name}`;
  const [, , current, , , , { rows }] = await batchAs<
    [unknown, unknown, { readonly version: string | null }, unknown, unknown, unknown, StoredObject]
  >(context, asService(scope), [
    writeLock(scope, bucket),
    // Prevents other requests from replacing the object at the same time. A row that does not exist cannot be
    // locked, so lock the name.
    sql`select pg_advisory_xact_lock(hashtextextended(${`storage ${bucket}/${name}`}, 0))`,
    sql`select version from storage.objects where ${isObject} for update`,
    settings(scope),
    isUpsert ? upsert(object) : insert(object),
    settings(asService(scope)),
    sql`select ${columns} from storage.objects where ${isObject}`,
  ]).catch(throwKeyExists);
  const [written] = rows;
  if (!written) throw accessDenied();
  return { written, replaced: current.rows[0]?.version ?? undefined };
}

/** Waits for other writes under policies to the bucket. The secret key bypasses all policies. */
function writeLock({ caller }: Scope, bucket: string): Sql {
  if (caller.role === "service_role") return sql`select`;
  return sql`select pg_advisory_xact_lock(hashtextextended(${`storage ${bucket}`}, 0))`;
}

/**
 * Deletes the objects that the caller may delete.
 *
 * @returns their rows; the caller must remove their content
 */
export async function deleteObjects(
  context: StorageContext,
  scope: Scope,
  bucket: string,
  names: readonly string[],
): Promise<readonly StoredObject[]> {
  const { rows } = await queryAs<StoredObject>(
    context,
    scope,
    sql`delete from storage.objects
      where bucket_id = ${bucket} and name = any(${names.filter(mayBeInName)}::text[])
      returning ${columns}`,
  );
  return rows;
}

/** Deletes all objects of a bucket that the caller may delete. */
export async function deleteAllObjects(
  context: StorageContext,
  scope: Scope,
  bucket: string,
): Promise<readonly StoredObject[]> {
  const { rows } = await queryAs<StoredObject>(
    context,
    scope,
    sql`delete from storage.objects where bucket_id = ${bucket} returning ${columns}`,
  );
  return rows;
}

/**
 * Deletes one object.
 *
 * @returns its version
 * @throws {StorageError} when the object does not exist, or the caller may not delete it
 */
export async function deleteObject(
  context: StorageContext,
  scope: Scope,
  location: ObjectLocation,
): Promise<string | undefined> {
  const { version } = await findObject(context, asService(scope), location);
  const deleted = await deleteObjects(context, scope, location.bucket, [location.name]);
  if (deleted.length === 0) throw accessDenied();
  return deleted[0]?.version ?? version ?? undefined;
}

/**
 * Moves an object to another name or bucket, without moving its content.
 *
 * @throws {StorageError} when the caller may not move it, or the name is taken
 */
export function moveObject(
  context: StorageContext,
  scope: Scope,
  from: ObjectLocation,
  to: ObjectLocation & { readonly owner: string | undefined },
): Promise<StoredObject> {
  return inTransaction(context, scope, async (connection) => {
    await connection.query(writeLock(scope, to.bucket));
    const { rows: visible } = await connection.query(
      sql`select from storage.objects where bucket_id = ${from.bucket} and name = ${from.name}`,
    );
    if (visible.length === 0) throw noSuchObject();
    const { rows } = await connection.query<StoredObject>(sql`
      update storage.objects
      set bucket_id = ${to.bucket}, name = ${to.name}, updated_at = now(),
        owner = ${isUuid(to.owner) ? to.owner : null}, owner_id = ${to.owner ?? null}
      where bucket_id = ${from.bucket} and name = ${from.name}
      returning ${columns}`);
    if (!rows[0]) throw noSuchObject();
    return rows[0];
  });
}

const inserted = trusted("bucket_id, name, version, owner, owner_id, metadata, user_metadata");

function insert({ bucket, name, version, owner, metadata, userMetadata }: NewObject): Sql {
  return sql`insert into storage.objects (${inserted}) values (
    ${bucket}, ${name}, ${version}, ${isUuid(owner) ? owner : null}, ${owner ?? null},
    ${JSON.stringify(metadata)}::jsonb, ${userMetadata ? JSON.stringify(userMetadata) : null}::jsonb)`;
}

function upsert(object: NewObject): Sql {
  const replaced = ["version", "owner", "owner_id", "metadata", "user_metadata"] as const;
  return sql`${insert(object)} on conflict (bucket_id, name) do update set
    ${join(replaced.map((column) => sql`${identifier(column)} = excluded.${identifier(column)}`))},
    updated_at = now()`;
}
