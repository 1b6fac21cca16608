import { invalidBucketName, invalidKey } from "./errors.ts";

// The characters that are safe in S3 keys. Source: supabase/storage, `src/storage/limits.ts`.
const objectName = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const bucketName = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;

/** The bucket and the name of an object. */
export interface ObjectLocation {
  readonly bucket: string;
  readonly name: string;
  /** Set if the request asks for one version. Only the current version exists. */
  readonly version?: string | undefined;
}

/** S3's limit for a key. */
const maxNameBytes = 1024;
const maxBucketNameLength = 100;

/** @throws {StorageError} */
export function checkObjectName(name: string): void {
  if (!objectName.test(name) || name.length > maxNameBytes) throw invalidKey(name.slice(0, 200));
}

/** @throws {StorageError} */
export function checkBucketName(name: string): void {
  if (!bucketName.test(name)) throw invalidBucketName();
}

/** Returns whether an object name can start with the text. Other text is not sent to the database. */
export function mayBeInName(text: string): boolean {
  return text.length <= maxNameBytes && !text.includes("\0");
}

export function mayBeInBucketName(text: string): boolean {
  return text.length <= maxBucketNameLength && !text.includes("\0");
}

/** Truncates a text so that it still sorts among all names like the full text. */
export function truncateForSorting(text: string): string {
  return text.slice(0, maxNameBytes + 1);
}

/** Returns whether the object is the empty placeholder that the dashboard creates for an empty folder. */
export function isFolderPlaceholder(name: string): boolean {
  return name.endsWith(".emptyFolderPlaceholder");
}

export function isUuid(text: unknown): text is string {
  return typeof text === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
