import type { StorageContext } from "./context.ts";
import { type NewObject, type StoredObject, writeObject } from "./objects.ts";
import type { Scope } from "./scope.ts";
import { removeRefused, removeUnused } from "./unused-files.ts";

/** Writes the row of an object whose content is stored, and removes the content that it replaces. */
export async function completeUpload(
  context: StorageContext,
  scope: Scope,
  object: NewObject,
  isUpsert: boolean,
): Promise<StoredObject> {
  const { written, replaced } = await writeObject(context, scope, object, isUpsert).catch(
    async (error: unknown) => {
      await removeRefused(context, object.version, error);
      throw error;
    },
  );
  await removeUnused(context, [replaced]);
  return written;
}
