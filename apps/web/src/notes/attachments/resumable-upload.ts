import type { GoTrueClient } from "@supabase/auth-js";
import { randomName } from "../../browser/random-name.ts";
import type { Configuration } from "../../data/configuration.ts";
import { storageUrl } from "../../data/files.ts";
import { attachmentBucket } from "./attachments.ts";
import { thumbnailOf } from "./thumbnail.ts";
import type { Transfer, TransferEvents } from "./upload-queue.ts";

/** The only chunk size that the hosted service accepts. */
const chunkSizeBytes = 6 * 1024 * 1024;

/** Files up to this size are sent in one request, which is repeated if it fails. */
const maxSingleRequestBytes = 256 * 1024;

/** The delay before each retry. After the last retry, the connection counts as lost. */
const retryDelaysMs = [0, 1_000, 3_000];

/** The connection counts as lost after this time without progress. */
const stallTimeoutMs = 30_000;

/** The destination of an upload. */
export interface Destination {
  readonly auth: GoTrueClient;
  readonly configuration: Configuration;
  /** The user id. */
  readonly userId: string;
  readonly note: string;
}

/**
 * Uploads a file with the protocol for resumable uploads (TUS 1.0). An interrupted upload resumes when the same file is
 * chosen again, even after a reload.
 */
export async function resumableUpload(
  { auth, configuration, userId, note }: Destination,
  file: File,
  events: TransferEvents,
): Promise<Transfer> {
  const [{ DetailedError, Upload }, thumbnail] = await Promise.all([
    import("tus-js-client"),
    thumbnailOf(file),
  ]);
  let stallTimer: ReturnType<typeof setTimeout> | undefined;
  const clearStallTimer = () => clearTimeout(stallTimer);
  const restartStallTimer = () => {
    clearStallTimer();
    stallTimer = setTimeout(() => {
      void upload.abort();
      events.onLost();
    }, stallTimeoutMs);
  };
  const upload = new Upload(file, {
    endpoint: `${storageUrl(configuration)}/upload/resumable`,
    headers: { apikey: configuration.publishableKey },
    metadata: {
      bucketName: attachmentBucket,
      objectName: `${userId}/${note}/${randomName()}`,
      contentType: file.type || "application/octet-stream",
      cacheControl: "3600",
      metadata: JSON.stringify({ name: file.name, ...(thumbnail && { thumbnail }) }),
    },
    chunkSize: chunkSizeBytes,
    retryDelays: retryDelaysMs,
    // Send only small files with the creation: if its response is lost, the client does not know the upload's URL and
    // has to send the data again.
    uploadDataDuringCreation: file.size <= maxSingleRequestBytes,
    removeFingerprintOnSuccess: true,
    fingerprint: async () => [userId, note, file.name, file.size, file.lastModified].join("-"),
    onBeforeRequest: async (request) => {
      const { data, error } = await auth.getSession();
      if (error) throw error;
      if (data.session) request.setHeader("Authorization", `Bearer ${data.session.access_token}`);
    },
    onProgress: (sent, total) => {
      restartStallTimer();
      events.onProgress(total > 0 ? sent / total : 0);
    },
    onSuccess: () => {
      clearStallTimer();
      events.onDone();
    },
    onError: (error) => {
      clearStallTimer();
      const hasResponse = error instanceof DetailedError && error.originalResponse;
      if (hasResponse) events.onRefused();
      else events.onLost();
    },
  });
  const [previousUpload] = await upload.findPreviousUploads();
  if (previousUpload) upload.resumeFromPreviousUpload(previousUpload);
  return {
    start() {
      restartStallTimer();
      upload.start();
    },
    pause() {
      clearStallTimer();
      void upload.abort();
    },
    discard() {
      clearStallTimer();
      // If this fails, the server removes the upload when it expires.
      void upload.abort(true).catch(() => {});
    },
  };
}
