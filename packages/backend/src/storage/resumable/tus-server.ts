import { randomUUID } from "node:crypto";
import { Server, type ServerOptions } from "@tus/server";
import { findBucket, sizeLimitOf } from "../buckets.ts";
import type { StorageContext } from "../context.ts";
import { invalidRequest, StorageError } from "../errors.ts";
import { convertFullDiskError } from "../files/disk-space.ts";
import { parseContentType } from "../metadata.ts";
import { checkMimeType } from "../mime-types.ts";
import { checkBucketName, checkObjectName, type ObjectLocation } from "../names.ts";
import { asService, type Scope } from "../scope.ts";
import { findUpload, UnfinishedDataStore } from "./data-store.ts";
import {
  finishUpload,
  isComplete,
  mimetypeOf,
  requireUploadPermission,
  type Uploader,
} from "./finish.ts";
import type { UploadLocks } from "./locks.ts";
import { decodeId, encodeId } from "./upload-id.ts";

/** How long a request may continue after another one has taken over its upload. */
const lockDrainTimeoutMs = 1_000;

/** The properties of a request that the library's hooks need. */
export interface TusRequest {
  readonly method: string;
  /** The last segment of an upload's URL, or undefined. */
  readonly segment: string | undefined;
  /** The base of upload URLs, as the client sees it. */
  readonly base: string;
  /** The request headers that CORS allows. */
  readonly allowedHeaders: readonly string[];
  /** Bypasses row-level security for reads and checks. Writes use the uploader's scope. */
  readonly scope: Scope;
  /** @throws {StorageError} when the caller may not upload this object */
  uploaderOf(location: ObjectLocation): Promise<Uploader>;
}

/**
 * Creates the library's server for one request, because its hooks only receive the HTTP request, but need the
 * caller.
 *
 * Source for statuses, messages and the order of checks: supabase/storage, `src/http/routes/tus`.
 */
export function tusServerFor(
  context: StorageContext,
  locks: UploadLocks,
  request: TusRequest,
): Server {
  const bucketOf = once(({ bucket }: ObjectLocation) =>
    findBucket(context, asService(request.scope), bucket),
  );
  let uploader: Uploader | undefined;
  const requireUploader = () => {
    if (!uploader) throw new Error("The uploader has not been identified yet.");
    return uploader;
  };
  const finish = (id: string) =>
    locks.withFinishLock(id, async () => {
      const upload = await findUpload(context, decodeId(id));
      if (isComplete(upload)) await finishUpload(context, requireUploader(), upload);
    });

  const options: ServerOptions = {
    path: "/",
    locker: locks,
    lockDrainTimeout: lockDrainTimeoutMs,
    allowedHeaders: [...request.allowedHeaders],
    generateUrl: (_, { id }) => `${request.base}/${id}`,
    // Normalize the id; otherwise a second spelling of the same id would bypass the lock.
    getFileIdFromRequest: () => request.segment && encodeId(decodeId(request.segment)),

    namingFunction: (_, metadata) => {
      if (!metadata) throw invalidRequest("Metadata header is required");
      const location = { bucket: metadata["bucketName"] ?? "", name: metadata["objectName"] ?? "" };
      checkBucketName(location.bucket);
      checkObjectName(location.name);
      return encodeId({ ...location, version: randomUUID() });
    },

    maxSize: async (_, id) =>
      id ? sizeLimitOf(context, await bucketOf(decodeId(id))) : context.fileSizeLimitBytes,

    onIncomingRequest: async (_, id) => {
      const uploadId = decodeId(id);
      uploader = await request.uploaderOf(uploadId);
      if (request.method === "POST") return;
      const currentUpload = await findUpload(context, uploadId);
      if (currentUpload.upload.isFinished) return;
      // A killed process may have received everything. Finish the upload now, because the client only requests the
      // offset and sends nothing more.
      if (isComplete(currentUpload) && request.method !== "DELETE") return finish(id);
      await requireUploadPermission(context, uploader, currentUpload.upload);
    },

    onUploadCreate: async (_, upload) => {
      const uploadId = decodeId(upload.id);
      const metadata = { ...upload.metadata };
      const uploadDescription = { ...uploadId, size: upload.size, metadata };
      parseContentType(mimetypeOf(uploadDescription));
      await requireUploadPermission(context, requireUploader(), uploadDescription);
      const { allowed_mime_types } = await bucketOf(uploadId);
      checkMimeType(mimetypeOf(uploadDescription), allowed_mime_types ?? []);
      await context.unfinished.requireSpace(upload.size ?? 0);
      const maxAge = metadata["cacheControl"] ?? "";
      return {
        metadata: {
          ...metadata,
          cacheControl: /^-?\d+$/.test(maxAge) ? `max-age=${maxAge}` : "no-cache",
        },
      };
    },

    onUploadFinish: async (_, upload) => {
      await finish(upload.id);
      return { headers: { "Tus-Complete": "1" } };
    },

    onResponseError: (_, error) => {
      if (error instanceof Error) return toTusError(context, error);
      return undefined;
    },
  };
  const datastore = new UnfinishedDataStore(
    context,
    request.scope,
    () => requireUploader().starter,
  );
  return new Server({ ...options, datastore });
}

/** Converts an error to the library's format. Returns undefined for the library's own errors. */
function toTusError({ log }: StorageContext, error: Error) {
  if ("status_code" in error) return undefined;
  const diskError = convertFullDiskError(error);
  if (!(diskError instanceof StorageError)) {
    log.error({ err: error }, "a resumable upload failed");
    return { status_code: 500, body: "Internal Server Error" };
  }
  if (diskError.status >= 500) log.error({ err: diskError.cause ?? error }, diskError.message);
  return { status_code: diskError.status, body: diskError.message };
}

/** Returns a function that calls the given one once and then returns its first result. */
function once<Input, Result>(compute: (input: Input) => Result): (input: Input) => Result {
  let result: { readonly value: Result } | undefined;
  return (input) => {
    result ??= { value: compute(input) };
    return result.value;
  };
}
