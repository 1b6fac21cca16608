import { randomUUID } from "node:crypto";
import { admit } from "./admission.ts";
import type { Storage } from "./context.ts";
import { noContent } from "./errors.ts";
import type { NewObject, StoredObject } from "./objects.ts";
import type { Scope } from "./scope.ts";
import { writeRow } from "./written-content.ts";

/**
 * Makes another object with an object's content, which stays in its store on the way.
 *
 * @throws {StorageError} when the policies do not let the scope's caller write it, or its bucket does not
 * take it
 */
export async function makeCopy(
  storage: Storage,
  scope: Scope,
  source: StoredObject,
  { isUpsert, ...copy }: Omit<NewObject, "version"> & { readonly isUpsert: boolean },
): Promise<StoredObject> {
  const object = { ...copy, version: randomUUID() };
  const { mimetype = "application/octet-stream", size } = object.metadata;
  await admit(storage, scope, { object, mimetype, size: size ?? 0, isUpsert });
  const isCopied = source.version && (await storage.files.copy(source.version, object.version));
  if (!isCopied) throw noContent();
  const metadata = { ...object.metadata, lastModified: new Date().toISOString() };
  return writeRow(storage, scope, { ...object, metadata }, isUpsert);
}
