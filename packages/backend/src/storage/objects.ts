import { type Sql, sql, trusted } from "../database/sql.ts";
import { removeContent } from "./content.ts";
import type { StorageContext } from "./context.ts";
import { accessDenied, noSuchBucket, noSuchObject } from "./errors.ts";
import { type FileMetadata, sendableMetadata, type UserMetadata } from "./metadata.ts";
import { mayBeInName, type ObjectLocation } from "./names.ts";
import { asService, queryAs, readAsServiceAndCaller, type Scope } from "./scope.ts";

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
  readonly user_metadata: UserMetadata | null;
}

/** The columns of a {@link StoredObject}. */
export const objectColumns = trusted(
  "name, bucket_id, owner, owner_id, version, id, updated_at, created_at, last_accessed_at, metadata, user_metadata",
);

/** Returns an object as JSON. Its text members are never null. */
export function objectJson(object: StoredObject) {
  const { owner, owner_id, version, ...members } = object;
  return { ...members, owner: owner ?? "", owner_id: owner_id ?? "", version: version ?? "" };
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
  return withSendableMetadata(rows[0]);
}

function withSendableMetadata(object: StoredObject): StoredObject {
  return { ...object, metadata: sendableMetadata(object.metadata) };
}

/** @throws {StorageError} when the bucket is not public, or the object does not exist */
export async function findPublicObject(
  context: StorageContext,
  scope: Scope,
  location: ObjectLocation,
): Promise<StoredObject> {
  const { isPublic, object } = await findReadable(context, asService(scope), location);
  if (!isPublic) throw noSuchBucket();
  if (!object) throw noSuchObject();
  return object;
}

/** @throws {StorageError} when the policies hide the object. Policies do not apply to reading from public buckets. */
export async function findVisibleObject(
  context: StorageContext,
  scope: Scope,
  location: ObjectLocation,
  isAuthenticated = true,
): Promise<StoredObject> {
  const { isPublic, object } = await findReadable(context, scope, location);
  if (!isAuthenticated && !isPublic) throw noSuchBucket();
  if (!object) throw noSuchObject();
  return object;
}

/**
 * Finds an object that the caller may read. Policies do not apply to public buckets.
 *
 * @throws {StorageError} when the bucket does not exist
 */
async function findReadable(
  context: StorageContext,
  scope: Scope,
  location: ObjectLocation,
): Promise<{ readonly isPublic: boolean; readonly object: StoredObject | undefined }> {
  const bucket = sql`from storage.buckets where id = ${location.bucket}`;
  const { serviceRows, callerRows } = await readAsServiceAndCaller<
    { isPublic: boolean },
    StoredObject
  >(context, scope, {
    asService: sql`select coalesce(public, false) as "isPublic" ${bucket}`,
    bypassesPolicies: sql`exists (select ${bucket} and public)`,
    asCaller: select(location),
  });
  const [bucketRow] = serviceRows;
  const [objectRow] = callerRows;
  if (!bucketRow) throw noSuchBucket();
  return { isPublic: bucketRow.isPublic, object: objectRow && withSendableMetadata(objectRow) };
}

const select = (location: ObjectLocation) =>
  sql`select ${objectColumns} from storage.objects where ${locationCondition(location)}`;

/** Returns the condition that selects an object's row. Earlier versions of an object have no row. */
export function locationCondition({ bucket, name, version }: ObjectLocation): Sql {
  const isObject = sql`bucket_id = ${bucket} and name = ${name}`;
  if (version === undefined) return isObject;
  return mayBeInName(version) ? sql`${isObject} and version = ${version}` : sql`false`;
}

/** Returns which of the names the caller may see. */
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
export function namePrefixCondition(prefix: string): Sql {
  return sql`name collate "C" >= ${prefix} and name collate "C" < ${prefix} || chr(1114111)`;
}

/**
 * Deletes the objects that the caller may delete, and their content.
 *
 * @returns their rows
 */
export function deleteObjects(
  context: StorageContext,
  scope: Scope,
  bucket: string,
  objects: readonly Omit<ObjectLocation, "bucket">[],
): Promise<readonly StoredObject[]> {
  const readable = objects.filter(({ name }) => mayBeInName(name));
  const names = readable.map(({ name }) => name);
  const versions = readable.map(({ version }) => version ?? null);
  const isRequested = sql`exists (
    select from unnest(${names}::text[], ${versions}::text[]) as requested (name, version)
    where requested.name = objects.name
      and (requested.version is null or requested.version = objects.version))`;
  const condition = sql`bucket_id = ${bucket} and name = any(${names}::text[]) and ${isRequested}`;
  return deleteWhere(context, scope, condition);
}

/** Deletes all objects of a bucket that the caller may delete, and their content. */
export async function emptyBucket(
  context: StorageContext,
  scope: Scope,
  bucket: string,
): Promise<void> {
  await deleteWhere(context, scope, sql`bucket_id = ${bucket}`);
}

async function deleteWhere(
  context: StorageContext,
  scope: Scope,
  condition: Sql,
): Promise<readonly StoredObject[]> {
  const { rows } = await queryAs<StoredObject>(
    context,
    scope,
    sql`delete from storage.objects where ${condition} returning ${objectColumns}`,
  );
  await removeContent(
    context,
    rows.map(({ version }) => version),
  );
  return rows;
}

/**
 * Deletes one object and its content.
 *
 * @throws {StorageError} when the object does not exist, or the caller may not delete it
 */
export async function deleteObject(
  context: StorageContext,
  scope: Scope,
  location: ObjectLocation,
): Promise<void> {
  await findObject(context, asService(scope), location);
  const deletedObjects = await deleteObjects(context, scope, location.bucket, [location]);
  if (deletedObjects.length > 0) return;
  // Another request may have deleted the object in the meantime.
  await findObject(context, asService(scope), location);
  throw accessDenied();
}
