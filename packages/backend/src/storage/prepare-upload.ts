import { type Bucket, findBucket, sizeLimitOf } from "./buckets.ts";
import type { StorageContext } from "./context.ts";
import { tooLarge } from "./errors.ts";
import { checkMimeType } from "./mime-types.ts";
import { isFolderPlaceholder } from "./names.ts";
import { type NewObject, testUploadPermission } from "./objects.ts";
import { asService, type Scope } from "./scope.ts";

/** An upload, before its content is written. */
export interface UploadCandidate {
  readonly object: NewObject;
  readonly mimetype: string;
  /** The size in bytes, or undefined if not known yet. */
  readonly size: number | undefined;
  readonly isUpsert: boolean;
}

/**
 * Checks the bucket's limits and the policies in one query. If both refuse, the bucket's error is reported.
 *
 * @returns the maximum size of the content in bytes
 * @throws {StorageError}
 */
export async function prepareUpload(
  context: StorageContext,
  scope: Scope,
  candidate: UploadCandidate,
): Promise<number> {
  const { object, isUpsert, ...content } = candidate;
  const check = (bucket: Bucket) =>
    checkContent(context, bucket, { ...content, name: object.name });
  try {
    return check(await testUploadPermission(context, scope, object, isUpsert));
  } catch (refusal) {
    check(await findBucket(context, asService(scope), object.bucket));
    throw refusal;
  }
}

/**
 * @returns in bytes: the most that the content may have
 * @throws {StorageError} when the bucket does not accept it
 */
export function checkContent(
  context: StorageContext,
  bucket: Bucket,
  { name, mimetype, size }: Pick<UploadCandidate, "mimetype" | "size"> & { readonly name: string },
): number {
  const isPlaceholder = isFolderPlaceholder(name);
  if (!isPlaceholder) checkMimeType(mimetype, bucket.allowed_mime_types ?? []);
  const limit = isPlaceholder ? 0 : sizeLimitOf(context, bucket);
  if (size !== undefined && size > limit) throw tooLarge();
  return limit;
}
