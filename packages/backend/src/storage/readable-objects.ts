import type { Storage } from "./context.ts";
import { noSuchBucket, noSuchObject } from "./errors.ts";
import type { Place } from "./names.ts";
import { findReadable, type StoredObject } from "./objects.ts";
import { asService, type Scope } from "./scope.ts";

/** @throws {StorageError} when the bucket is not public */
export async function publicObject(
  storage: Storage,
  scope: Scope,
  place: Place,
): Promise<StoredObject> {
  const { isPublic, object } = await findReadable(storage, asService(scope), place);
  if (!isPublic) throw noSuchBucket();
  if (!object) throw noSuchObject();
  return object;
}

/** @throws {StorageError} when the policies hide it; a public bucket has none for its readers */
export async function visibleObject(
  storage: Storage,
  scope: Scope,
  place: Place,
  isAuthenticated = true,
): Promise<StoredObject> {
  const { isPublic, object } = await findReadable(storage, scope, place);
  if (!isAuthenticated && !isPublic) throw noSuchBucket();
  if (!object) throw noSuchObject();
  return object;
}
