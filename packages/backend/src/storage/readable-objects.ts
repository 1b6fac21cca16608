import type { Storage } from "./context.ts";
import { noSuchBucket, noSuchObject } from "./errors.ts";
import type { ObjectLocation } from "./names.ts";
import { findReadable, type StoredObject } from "./objects.ts";
import { asService, type Scope } from "./scope.ts";

/** @throws {StorageError} when the bucket is not public */
export async function publicObject(
  storage: Storage,
  scope: Scope,
  location: ObjectLocation,
): Promise<StoredObject> {
  const { isPublic, object } = await findReadable(storage, asService(scope), location);
  if (!isPublic) throw noSuchBucket();
  if (!object) throw noSuchObject();
  return object;
}

/** @throws {StorageError} when the policies hide it. Policies do not apply to reading public buckets */
export async function visibleObject(
  storage: Storage,
  scope: Scope,
  location: ObjectLocation,
  isAuthenticated = true,
): Promise<StoredObject> {
  const { isPublic, object } = await findReadable(storage, scope, location);
  if (!isAuthenticated && !isPublic) throw noSuchBucket();
  if (!object) throw noSuchObject();
  return object;
}
