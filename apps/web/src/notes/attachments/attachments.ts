import type { StorageClient } from "@supabase/storage-js";
import type { DataClient } from "../../data/data-client.tsx";
import { dataOf } from "../../data/failure.ts";
import { fileDataOf } from "../../data/files.ts";
import type { Attachment } from "../../data/schema.ts";

/** The bucket of the files; see supabase/migrations. */
export const attachmentBucket = "attachments";

/** Limits of the bucket and of its policies, which refuse more: in bytes a file, and in files a note. */
export const attachmentLimits = { size: 50_000_000, count: 20 };

/** How long a deleted note may come back, in milliseconds; its files stay until then. */
const returnTime = 3_600_000;

/** The files of a note, in the order in which they came. */
export async function listAttachments(
  data: DataClient,
  note: string,
  signal: AbortSignal,
): Promise<readonly Attachment[]> {
  const answer = await data
    .from("attachments")
    .select("id,note_id,path,name,thumbnail,type,size,created_at")
    .eq("note_id", note)
    .order("created_at")
    .order("id")
    .abortSignal(signal);
  return dataOf(answer);
}

/** The paths of a person's own files, of all notes: as many as the server hands out at once. */
export async function attachmentPaths(
  data: DataClient,
  person: string,
): Promise<readonly string[]> {
  const own = data.from("attachments").select("path").like("path", `${person}/%`);
  return dataOf(await own).map(({ path }) => path);
}

/**
 * The paths of files whose note is deleted.
 *
 * @param note its id; without one, all of those notes that do not come back any more
 */
export async function leftPaths(data: DataClient, note?: string): Promise<readonly string[]> {
  const left = data.from("attachments").select("path").not("left_at", "is", null);
  const before = new Date(Date.now() - returnTime).toISOString();
  const answer = await (note ? left.eq("note_id", note) : left.lt("left_at", before));
  return dataOf(answer).map(({ path }) => path);
}

/**
 * Removes files.
 *
 * @throws {Error} when none of them went
 */
export async function removeAttachments(
  files: StorageClient,
  paths: readonly string[],
): Promise<void> {
  const removed = fileDataOf(await files.from(attachmentBucket).remove([...paths]));
  if (removed.length === 0) throw new Error("No file was removed.");
}
