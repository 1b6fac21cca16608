import { identifier, join, type Sql, sql, trusted } from "../database/sql.ts";
import type { StorageContext } from "./context.ts";
import { alreadyExists, bucketNotEmpty, noBody, noSuchBucket, StorageError } from "./errors.ts";
import { isUuid, mayBeInBucketName } from "./names.ts";
import { asService, queryAs, type Scope } from "./scope.ts";

export interface Bucket {
  readonly id: string;
  readonly name: string;
  readonly owner: string | null;
  readonly public: boolean | null;
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: readonly string[] | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = trusted(
  "id, name, owner, public, file_size_limit, allowed_mime_types, created_at, updated_at",
);

/** Returns a bucket as JSON. Its text and boolean members are never null. */
export function bucketJson({ owner, public: isPublic, ...bucket }: Bucket) {
  const { id, name, file_size_limit, allowed_mime_types, created_at, updated_at } = bucket;
  return {
    id,
    name,
    owner: owner ?? "",
    public: isPublic ?? false,
    file_size_limit,
    allowed_mime_types,
    created_at,
    updated_at,
  };
}

/** @throws {StorageError} when the bucket does not exist or the caller may not see it */
export async function findBucket(
  context: StorageContext,
  scope: Scope,
  id: string,
): Promise<Bucket> {
  const { rows } = await queryAs<Bucket>(context, scope, selectBucket(id), { readOnly: true });
  if (!rows[0]) throw noSuchBucket();
  return rows[0];
}

export const selectBucket = (id: string) =>
  sql`select ${columns} from storage.buckets where id = ${id}`;

/** Returns the maximum size of an object in bytes. As in the reference, zero means that the bucket has no limit. */
export function sizeLimitOf(context: StorageContext, { file_size_limit }: Bucket): number {
  return Math.min(file_size_limit || context.fileSizeLimitBytes, context.fileSizeLimitBytes);
}

export interface BucketListOptions {
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly sortColumn: "id" | "name" | "created_at" | "updated_at" | undefined;
  readonly sortOrder: "asc" | "desc" | undefined;
  readonly search: string | undefined;
}

export async function listBuckets(
  context: StorageContext,
  scope: Scope,
  { limit, offset, sortColumn, sortOrder, search }: BucketListOptions,
): Promise<readonly Bucket[]> {
  if (search !== undefined && !mayBeInBucketName(search)) return [];
  const pattern = search ? `%${search.replace(/[\\%_]/g, "\\$&")}%` : "%";
  const order = sortColumn
    ? sql`order by ${identifier(sortColumn)} ${trusted(sortOrder === "desc" ? "desc" : "asc")}`
    : sql``;
  const { rows } = await queryAs<Bucket>(
    context,
    scope,
    sql`select ${columns} from storage.buckets where name ilike ${pattern} ${order}
      limit ${limit ?? null} offset ${offset ?? 0}`,
    { readOnly: true },
  );
  return rows;
}

/** The properties of a bucket that callers can set. Absent properties are not changed. */
export interface BucketProperties {
  readonly public?: boolean | undefined;
  readonly fileSizeLimit?: number | null | undefined;
  readonly allowedMimeTypes?: readonly string[] | null | undefined;
}

/** @throws {StorageError} when a bucket with this id exists */
export async function createBucket(
  context: StorageContext,
  scope: Scope,
  { id, name, ...properties }: BucketProperties & { readonly id: string; readonly name: string },
): Promise<void> {
  const { sub } = scope.caller.claims;
  const owner = typeof sub === "string" ? sub : null;
  try {
    await queryAs(
      context,
      scope,
      sql`insert into storage.buckets
        (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
      values (${id}, ${name}, ${isUuid(owner) ? owner : null}, ${owner}, ${properties.public ?? false},
        ${properties.fileSizeLimit ?? null}, ${properties.allowedMimeTypes ?? null})`,
    );
  } catch (error) {
    const isTaken = error instanceof StorageError && error.code === "ResourceAlreadyExists";
    throw isTaken ? alreadyExists("BucketAlreadyExists") : error;
  }
}

/** @throws {StorageError} when the bucket does not exist or the caller may not change it */
export async function updateBucket(
  context: StorageContext,
  scope: Scope,
  id: string,
  { public: isPublic, fileSizeLimit, allowedMimeTypes }: BucketProperties,
): Promise<void> {
  const changes: Sql[] = [
    ...(isPublic === undefined ? [] : [sql`public = ${isPublic}`]),
    ...(fileSizeLimit === undefined ? [] : [sql`file_size_limit = ${fileSizeLimit}`]),
    ...(allowedMimeTypes === undefined ? [] : [sql`allowed_mime_types = ${allowedMimeTypes}`]),
  ];
  if (changes.length === 0) throw noBody();
  const { affected } = await queryAs(
    context,
    scope,
    sql`update storage.buckets set ${join(changes)}, updated_at = now() where id = ${id}`,
  );
  if (affected === 0) throw noSuchBucket();
}

/** @throws {StorageError} when the bucket is not empty, does not exist, or the caller may not delete it */
export async function deleteBucket(
  context: StorageContext,
  scope: Scope,
  id: string,
): Promise<void> {
  // Check first: otherwise the client sees PostgreSQL's foreign-key error.
  const { rows } = await queryAs<{ isUsed: boolean }>(
    context,
    asService(scope),
    sql`select exists (select from storage.objects where bucket_id = ${id}) as "isUsed"
      from storage.buckets where id = ${id}`,
  );
  if (!rows[0]) throw noSuchBucket();
  if (rows[0].isUsed) throw bucketNotEmpty();
  const { affected } = await queryAs(
    context,
    scope,
    sql`delete from storage.buckets where id = ${id}`,
  );
  if (affected === 0) throw noSuchBucket();
}
