import { randomUUID } from "node:crypto";
import { sql } from "../database/sql.ts";
import { findBucket } from "./buckets.ts";
import type { StorageContext } from "./context.ts";
import { noContent, noSuchObject } from "./errors.ts";
import { isUuid, type ObjectLocation } from "./names.ts";
import { findObject, locationCondition, objectColumns, type StoredObject } from "./objects.ts";
import { asService, inTransaction, type Scope } from "./scope.ts";
import {
  checkLimits,
  completeUpload,
  lockBucketSql,
  type NewObject,
  prepareUpload,
} from "./uploads.ts";

/**
 * Copies an object. The store copies the content without downloading it.
 *
 * @throws {StorageError} when the caller may not write the copy, or its bucket does not accept it
 */
export async function copyObject(
  context: StorageContext,
  scope: Scope,
  source: StoredObject,
  copy: Omit<NewObject, "version">,
): Promise<StoredObject> {
  const object = { ...copy, version: randomUUID() };
  await prepareUpload(context, scope, object, object.metadata.size ?? 0);
  const isCopied = source.version && (await context.files.copy(source.version, object.version));
  if (!isCopied) throw noContent();
  const metadata = { ...object.metadata, lastModified: new Date().toISOString() };
  return completeUpload(context, scope, { ...object, metadata });
}

/**
 * Moves an object to another name or bucket. The content stays where it is, because files are named after
 * versions.
 *
 * @throws {StorageError} when the caller may not move it, or the name is taken
 */
export async function moveObject(
  context: StorageContext,
  scope: Scope,
  from: ObjectLocation,
  to: ObjectLocation & Pick<NewObject, "owner">,
): Promise<StoredObject> {
  if (from.bucket !== to.bucket) {
    const { metadata } = await findObject(context, scope, from);
    const bucket = await findBucket(context, asService(scope), to.bucket);
    checkLimits(
      context,
      bucket,
      { name: from.name, metadata: metadata ?? {} },
      metadata?.size ?? 0,
    );
  }
  const sourceCondition = locationCondition(from);
  return inTransaction(context, scope, async (connection) => {
    await connection.query(lockBucketSql(scope, to.bucket));
    const { rows: visibleRows } = await connection.query(
      sql`select from storage.objects where ${sourceCondition}`,
    );
    if (visibleRows.length === 0) throw noSuchObject();
    const { rows } = await connection.query<StoredObject>(sql`
      update storage.objects
      set bucket_id = ${to.bucket}, name = ${to.name}, updated_at = now(),
        owner = ${isUuid(to.owner) ? to.owner : null}, owner_id = ${to.owner ?? null}
      where ${sourceCondition}
      returning ${objectColumns}`);
    if (!rows[0]) throw noSuchObject();
    return rows[0];
  });
}
