import { randomUUID } from "node:crypto";
import { completeUpload } from "./complete-upload.ts";
import type { StorageContext } from "./context.ts";
import { noContent } from "./errors.ts";
import type { NewObject, StoredObject } from "./objects.ts";
import { prepareUpload } from "./prepare-upload.ts";
import type { Scope } from "./scope.ts";

/**
 * Copies an object. The store copies the content without downloading it.
 *
 * @throws {StorageError} when the caller may not write the copy, or its bucket does not accept it
 */
export async function copyStoredObject(
  context: StorageContext,
  scope: Scope,
  source: StoredObject,
  { isUpsert, ...copy }: Omit<NewObject, "version"> & { readonly isUpsert: boolean },
): Promise<StoredObject> {
  const object = { ...copy, version: randomUUID() };
  const { mimetype = "application/octet-stream", size } = object.metadata;
  await prepareUpload(context, scope, { object, mimetype, size: size ?? 0, isUpsert });
  const isCopied = source.version && (await context.files.copy(source.version, object.version));
  if (!isCopied) throw noContent();
  const metadata = { ...object.metadata, lastModified: new Date().toISOString() };
  return completeUpload(context, scope, { ...object, metadata }, isUpsert);
}
