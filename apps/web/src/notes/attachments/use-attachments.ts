import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useBackend } from "../../data/backend.tsx";
import { useData } from "../../data/data-client.tsx";
import { fileDataOf, useFiles } from "../../data/files.ts";
import type { Attachment } from "../../data/schema.ts";
import { usePerson } from "../../shell/person.tsx";
import { attachmentBucket, listAttachments, removeAttachments } from "./attachments.ts";
import { resumableUpload } from "./resumable-upload.ts";
import { UploadQueue, unsaved } from "./upload-queue.ts";

/** How long a file may be shown by its signed address, in seconds. */
const shownFor = 3600;

const keyOf = (person: string, note: string) => ["notes", person, "attachments", note] as const;

/** The files of a note; none of one that is not saved yet. */
export function useAttachments(note: string) {
  const data = useData();
  const person = usePerson();
  return useQuery({
    queryKey: keyOf(person.id, note),
    queryFn: ({ signal }) => listAttachments(data, note, signal),
    enabled: note !== unsaved,
  });
}

/** Removes a file. */
export function useRemoveAttachment() {
  const load = useFiles();
  const person = usePerson();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ path }: Attachment) => removeAttachments(await load(), [path]),
    onSuccess: (_, { id, note_id: note }) => {
      cache.setQueryData<readonly Attachment[]>(keyOf(person.id, note), (all) =>
        all?.filter((one) => one.id !== id),
      );
    },
  });
}

/** Asks for an address by which a file can be read for a while, without further proof. */
export function useSignedAddress(): (path: string) => Promise<string> {
  const load = useFiles();
  return async (path) => {
    const files = (await load()).from(attachmentBucket);
    return fileDataOf(await files.createSignedUrl(path, shownFor)).signedUrl;
  };
}

/** The queue lives as long as the cache: as long as its person is signed in. */
const queues = new WeakMap<QueryClient, UploadQueue>();

/** The uploads of the person who is signed in. */
export function useUploadQueue(): UploadQueue {
  const { auth, configuration } = useBackend();
  const { id: person } = usePerson();
  const cache = useQueryClient();
  const found = queues.get(cache);
  if (found) return found;
  const queue = new UploadQueue({
    send: (note, file, events) =>
      resumableUpload({ auth, configuration, person, note }, file, events),
    onAttached: (note) => cache.invalidateQueries({ queryKey: keyOf(person, note) }),
  });
  auth.onAuthStateChange((_, session) => queue.setPresent(session?.user.id === person));
  queues.set(cache, queue);
  return queue;
}

/** The uploads of one note. */
export function useUploads(queue: UploadQueue, note: string) {
  return useSyncExternalStore(queue.subscribe, () => queue.of(note));
}
