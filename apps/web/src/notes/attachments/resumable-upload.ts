import type { GoTrueClient } from "@supabase/auth-js";
import { randomName } from "../../browser/random-name.ts";
import type { Configuration } from "../../data/configuration.ts";
import { storageUrl } from "../../data/files.ts";
import { attachmentBucket } from "./attachments.ts";
import { thumbnailOf } from "./thumbnail.ts";
import type { Sending, SendingEvents } from "./upload-queue.ts";

/** The size of a part, in bytes: the hosted service takes no other. */
const chunkSize = 6 * 1024 * 1024;

/** The largest file, in bytes, that is sent in one request: it is sent anew where that fails. */
const smallFile = 256 * 1024;

/** How long to wait before each further attempt, in milliseconds, until the connection counts as lost. */
const retryDelays = [0, 1_000, 3_000];

/** How long nothing may move, in milliseconds, until the connection counts as lost. */
const patience = 30_000;

/** Where an upload goes, and for whom. */
export interface Destination {
  readonly auth: GoTrueClient;
  readonly configuration: Configuration;
  /** The user id of the person. */
  readonly person: string;
  readonly note: string;
}

/**
 * Sends a file to a note by the protocol for resumable uploads (TUS 1.0). An upload that was cut goes on
 * where it was, even after a reload, when the same file is chosen again.
 */
export async function resumableUpload(
  { auth, configuration, person, note }: Destination,
  file: File,
  events: SendingEvents,
): Promise<Sending> {
  const [{ DetailedError, Upload }, thumbnail] = await Promise.all([
    import("tus-js-client"),
    thumbnailOf(file),
  ]);
  let stalled: ReturnType<typeof setTimeout> | undefined;
  const rest = () => clearTimeout(stalled);
  const watch = () => {
    rest();
    stalled = setTimeout(() => {
      void upload.abort();
      events.onLost();
    }, patience);
  };
  const upload = new Upload(file, {
    endpoint: `${storageUrl(configuration)}/upload/resumable`,
    headers: { apikey: configuration.publishableKey },
    metadata: {
      bucketName: attachmentBucket,
      objectName: `${person}/${note}/${randomName()}`,
      contentType: file.type || "application/octet-stream",
      cacheControl: "3600",
      metadata: JSON.stringify({ name: file.name, ...(thumbnail && { thumbnail }) }),
    },
    chunkSize,
    retryDelays,
    // Where the answer to that is lost, so is what came along.
    uploadDataDuringCreation: file.size <= smallFile,
    removeFingerprintOnSuccess: true,
    fingerprint: async () => [person, note, file.name, file.size, file.lastModified].join("-"),
    onBeforeRequest: async (request) => {
      const { data, error } = await auth.getSession();
      if (error) throw error;
      if (data.session) request.setHeader("Authorization", `Bearer ${data.session.access_token}`);
    },
    onProgress: (sent, total) => {
      watch();
      events.onProgress(total > 0 ? sent / total : 0);
    },
    onSuccess: () => {
      rest();
      events.onDone();
    },
    onError: (error) => {
      rest();
      const answered = error instanceof DetailedError && error.originalResponse;
      if (answered) events.onRefused();
      else events.onLost();
    },
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  return {
    start() {
      watch();
      upload.start();
    },
    pause() {
      rest();
      void upload.abort();
    },
    discard() {
      rest();
      // Without a connection the server drops it by itself, in time.
      void upload.abort(true).catch(() => {});
    },
  };
}
