import { type Bucket, findBucket, sizeLimitOf } from "./buckets.ts";
import type { Storage } from "./context.ts";
import { tooLarge } from "./errors.ts";
import { checkMimeType } from "./mime-types.ts";
import { isFolderPlaceholder } from "./names.ts";
import { type NewObject, tryToWrite } from "./objects.ts";
import { asService, type Scope } from "./scope.ts";

/** A content that is to be an object's. */
export interface Candidate {
  readonly object: NewObject;
  readonly mimetype: string;
  /** In bytes; undefined where it is not known yet. */
  readonly size: number | undefined;
  readonly isUpsert: boolean;
}

/**
 * Asks the bucket and the policies, at once. The caller hears what the bucket says first.
 *
 * @returns in bytes: the most that the content may have
 * @throws {StorageError}
 */
export async function admit(storage: Storage, scope: Scope, candidate: Candidate): Promise<number> {
  const { object, isUpsert, ...content } = candidate;
  const check = (bucket: Bucket) =>
    checkContent(storage, bucket, { ...content, name: object.name });
  try {
    return check(await tryToWrite(storage, scope, object, isUpsert));
  } catch (refusal) {
    check(await findBucket(storage, asService(scope), object.bucket));
    throw refusal;
  }
}

/**
 * @returns in bytes: the most that the content may have
 * @throws {StorageError} when the bucket does not take it
 */
export function checkContent(
  storage: Storage,
  bucket: Bucket,
  { name, mimetype, size }: Pick<Candidate, "mimetype" | "size"> & { readonly name: string },
): number {
  const isPlaceholder = isFolderPlaceholder(name);
  if (!isPlaceholder) checkMimeType(mimetype, bucket.allowed_mime_types ?? []);
  const limit = isPlaceholder ? 0 : sizeLimitOf(storage, bucket);
  if (size !== undefined && size > limit) throw tooLarge();
  return limit;
}
