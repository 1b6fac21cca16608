import { invalidBucketName, invalidKey } from "./errors.ts";

// The characters that S3 takes in a key without trouble. Source: supabase/storage, `src/storage/limits.ts`.
const objectName = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const bucketName = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;

/** An object by its bucket and its name. */
export interface Place {
  readonly bucket: string;
  readonly name: string;
}

/** In bytes: S3's limit for a key. */
const longestName = 1024;
const longestBucketName = 100;

/** @throws {StorageError} */
export function checkObjectName(name: string): void {
  if (!objectName.test(name) || name.length > longestName) throw invalidKey(name.slice(0, 200));
}

/** @throws {StorageError} */
export function checkBucketName(name: string): void {
  if (!bucketName.test(name)) throw invalidBucketName();
}

/** False for a text that no object is named by, nor begins with: it never reaches the database. */
export function mayBeInName(text: string): boolean {
  return text.length <= longestName && !text.includes("\0");
}

export function mayBeInBucketName(text: string): boolean {
  return text.length <= longestBucketName && !text.includes("\0");
}

/** A text that sorts among all names as the text itself, and is hardly longer than a name. */
export function sortingAlike(text: string): string {
  return text.slice(0, longestName + 1);
}

/** True for the object by which the dashboard keeps a folder without files: it has no content. */
export function isFolderPlaceholder(name: string): boolean {
  return name.endsWith(".emptyFolderPlaceholder");
}

export function isUuid(text: unknown): text is string {
  return typeof text === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
