import type { StorageClient } from "@supabase/storage-js";
import type { DataClient } from "../../data/data-client.tsx";
import { dataOf } from "../../data/failure.ts";
import { fileDataOf } from "../../data/files.ts";
import type { Attachment } from "../../data/schema.ts";

/** The bucket of attachments; see supabase/migrations. */
export const attachmentBucket = "attachments";

/** The limits of the bucket and its policies: bytes of a file, and files of a note. */
export const attachmentLimits = { sizeBytes: 50_000_000, count: 20 };

/** How long a deleted note can be restored. Its files are kept until then. */
const restorePeriodMs = 3_600_000;

/** Lists the files of a note, the oldest first. */
export async function listAttachments(
  data: DataClient,
  note: string,
  signal: AbortSignal,
): Promise<readonly Attachment[]> {
  const response = await data
    .from("attachments")
    .select("id,note_id,path,name,thumbnail,type,size,created_at")
    .eq("note_id", note)
    .order("created_at")
    .order("id")
    .abortSignal(signal);
  return dataOf(response);
}

/** Lists the paths of a user's own files in all notes, up to the server's row limit. */
export async function attachmentPaths(
  data: DataClient,
  userId: string,
): Promise<readonly string[]> {
  const ownPaths = data.from("attachments").select("path").like("path", `${userId}/%`);
  return dataOf(await ownPaths).map(({ path }) => path);
}

/**
 * Lists the paths of files whose note was deleted.
 *
 * @param note the note's id; without it, all notes that can no longer be restored
 */
export async function orphanedPaths(data: DataClient, note?: string): Promise<readonly string[]> {
  const orphanedFiles = data.from("attachments").select("path").not("left_at", "is", null);
  const deadline = new Date(Date.now() - restorePeriodMs).toISOString();
  const response = await (note
    ? orphanedFiles.eq("note_id", note)
    : orphanedFiles.lt("left_at", deadline));
  return dataOf(response).map(({ path }) => path);
}

/**
 * Removes files.
 *
 * @throws {Error} when no file was removed
 */
export async function removeAttachments(
  files: StorageClient,
  paths: readonly string[],
): Promise<void> {
  const removed = fileDataOf(await files.from(attachmentBucket).remove([...paths]));
  if (removed.length === 0) throw new Error("No file was removed.");
}
