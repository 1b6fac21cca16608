import { findBucket } from "./buckets.ts";
import type { Storage } from "./context.ts";
import { noSuchBucket } from "./errors.ts";
import type { Place } from "./names.ts";
import { findObject, type StoredObject } from "./objects.ts";
import { asService, type Scope } from "./scope.ts";

/** @throws {StorageError} when the bucket is not public */
export async function publicObject(
  storage: Storage,
  scope: Scope,
  place: Place,
): Promise<StoredObject> {
  const service = asService(scope);
  const bucket = await findBucket(storage, service, place.bucket);
  if (!bucket.public) throw noSuchBucket();
  return findObject(storage, service, place);
}

/** @throws {StorageError} when the policies hide it; a public bucket has none for its readers */
export async function visibleObject(
  storage: Storage,
  scope: Scope,
  place: Place,
  isAuthenticated = true,
): Promise<StoredObject> {
  const service = asService(scope);
  const bucket = await findBucket(storage, service, place.bucket);
  if (!isAuthenticated && !bucket.public) throw noSuchBucket();
  return findObject(storage, bucket.public ? service : scope, place);
}
