import type { StorageContext } from "./context.ts";
import { noSuchBucket, noSuchObject } from "./errors.ts";
import type { ObjectLocation } from "./names.ts";
import { findReadable, type StoredObject } from "./objects.ts";
import { asService, type Scope } from "./scope.ts";

/** @throws {StorageError} when the bucket is not public */
export async function publicObject(
  context: StorageContext,
  scope: Scope,
  location: ObjectLocation,
): Promise<StoredObject> {
  const { isPublic, object } = await findReadable(context, asService(scope), location);
  if (!isPublic) throw noSuchBucket();
  if (!object) throw noSuchObject();
  return object;
}

/** @throws {StorageError} when the policies hide it. Policies do not apply to reading public buckets */
export async function visibleObject(
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
