import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useBackend } from "../../data/backend.tsx";
import { useData } from "../../data/data-client.tsx";
import { fileDataOf, useFiles } from "../../data/files.ts";
import type { Attachment } from "../../data/schema.ts";
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
import { attachmentBucket, listAttachments, removeAttachments } from "./attachments.ts";
import { resumableUpload } from "./resumable-upload.ts";
import { UploadQueue, unsaved } from "./upload-queue.ts";

/** The lifetime of a signed URL. */
const signedUrlSeconds = 3600;

const keyOf = (user: string, note: string) => ["notes", user, "attachments", note] as const;

/** Queries the files of a note; disabled for a note that is not saved yet. */
export function useAttachments(note: string) {
  const data = useData();
  const user = useSignedInUser();
  return useQuery({
    queryKey: keyOf(user.id, note),
    queryFn: ({ signal }) => listAttachments(data, note, signal),
    enabled: note !== unsaved,
  });
}

/** Removes a file. */
export function useRemoveAttachment() {
  const loadFiles = useFiles();
  const user = useSignedInUser();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ path }: Attachment) => removeAttachments(await loadFiles(), [path]),
    onSuccess: (_, { id, note_id: note }) => {
      cache.setQueryData<readonly Attachment[]>(keyOf(user.id, note), (all) =>
        all?.filter((item) => item.id !== id),
      );
    },
  });
}

/** Returns a function that creates a signed URL for a file. */
export function useSignedUrl(): (path: string) => Promise<string> {
  const loadFiles = useFiles();
  return async (path) => {
    const files = (await loadFiles()).from(attachmentBucket);
    return fileDataOf(await files.createSignedUrl(path, signedUrlSeconds)).signedUrl;
  };
}

/** A queue lives as long as the query cache, while its user is signed in. */
const queues = new WeakMap<QueryClient, UploadQueue>();

/** Returns the uploads of the signed-in user. */
export function useUploadQueue(): UploadQueue {
  const { auth, configuration } = useBackend();
  const { id: userId } = useSignedInUser();
  const cache = useQueryClient();
  const existingQueue = queues.get(cache);
  if (existingQueue) return existingQueue;
  const queue = new UploadQueue({
    send: (note, file, events) =>
      resumableUpload({ auth, configuration, userId, note }, file, events),
    onAttached: (note) => cache.invalidateQueries({ queryKey: keyOf(userId, note) }),
  });
  auth.onAuthStateChange((_, session) => queue.setSignedIn(session?.user.id === userId));
  queues.set(cache, queue);
  return queue;
}

/** Returns the uploads of one note. */
export function useUploads(queue: UploadQueue, note: string) {
  return useSyncExternalStore(queue.subscribe, () => queue.uploadsOf(note));
}
