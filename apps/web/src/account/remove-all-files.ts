import type { StorageClient } from "@supabase/storage-js";
import type { DataClient } from "../data/data-client.tsx";
import { fileDataOf } from "../data/files.ts";
import { pictureBucket } from "../data/picture.ts";
import { attachmentPaths, removeAttachments } from "../notes/attachments/attachments.ts";

/**
 * Removes all files of a user. This must happen before the account is deleted, because the user cannot access the files
 * afterwards.
 */
export async function removeAllFiles(
  { data, files }: { readonly data: DataClient; readonly files: StorageClient },
  userId: string,
): Promise<void> {
  const pictures = files.from(pictureBucket);
  const ownPictures = fileDataOf(await pictures.list(userId));
  const paths = ownPictures.map(({ name }) => `${userId}/${name}`);
  if (paths.length > 0) fileDataOf(await pictures.remove(paths));
  for (;;) {
    const attachmentBatch = await attachmentPaths(data, userId);
    if (attachmentBatch.length === 0) return;
    await removeAttachments(files, attachmentBatch);
  }
}
