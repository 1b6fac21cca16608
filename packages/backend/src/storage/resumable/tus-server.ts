import { randomUUID } from "node:crypto";
import { Server, type ServerOptions } from "@tus/server";
import { findBucket, sizeLimitOf } from "../buckets.ts";
import type { Storage } from "../context.ts";
import { invalidRequest, StorageError } from "../errors.ts";
import { ifFull } from "../files/disk-space.ts";
import { checkedType } from "../header-values.ts";
import { checkMimeType } from "../mime-types.ts";
import { checkBucketName, checkObjectName, type Place } from "../names.ts";
import { asService, type Scope } from "../scope.ts";
import { findUpload, UnfinishedDataStore } from "./data-store.ts";
import { finishUpload, isComplete, mayUpload, mimetypeOf, type Uploader } from "./finish.ts";
import type { UploadLocks } from "./locks.ts";
import { decodeId, encodeId } from "./upload-id.ts";

/** In milliseconds: how long a request may go on when another one takes its upload over. */
const lockDrainTimeout = 1_000;

/** A request for resumable uploads, as far as the library does not know it. */
export interface TusRequest {
  readonly method: string;
  /** The last segment of an upload's URL; undefined where the URL names none. */
  readonly segment: string | undefined;
  /** The URL that the uploads' own are below, as the caller knows it. */
  readonly base: string;
  /** The headers that a page wants to send. */
  readonly allowedHeaders: readonly string[];
  /** Reads and checks past the policies; what uploaders do is done in their own scope. */
  readonly scope: Scope;
  /** @throws {StorageError} when the request comes from nobody who may upload this object */
  uploaderOf(place: Place): Promise<Uploader>;
}

/**
 * The library's server for one request: its hooks see the HTTP request alone, and have to know who sent it.
 *
 * Source for statuses, messages and the order of checks: supabase/storage, `src/http/routes/tus`.
 */
export function tusServerFor(storage: Storage, locks: UploadLocks, request: TusRequest): Server {
  const bucketOf = once(({ bucket }: Place) =>
    findBucket(storage, asService(request.scope), bucket),
  );
  let uploader: Uploader | undefined;
  const known = () => {
    if (!uploader) throw new Error("the uploader is not known yet");
    return uploader;
  };
  const finish = (id: string) =>
    locks.alone(id, async () => {
      const upload = await findUpload(storage, decodeId(id));
      if (isComplete(upload)) await finishUpload(storage, known(), upload);
    });

  const options: ServerOptions = {
    path: "/",
    locker: locks,
    lockDrainTimeout,
    allowedHeaders: [...request.allowedHeaders],
    generateUrl: (_, { id }) => `${request.base}/${id}`,
    // One upload has one id: another spelling of it would pass its lock.
    getFileIdFromRequest: () => request.segment && encodeId(decodeId(request.segment)),

    namingFunction: (_, metadata) => {
      if (!metadata) throw invalidRequest("Metadata header is required");
      const place = { bucket: metadata["bucketName"] ?? "", name: metadata["objectName"] ?? "" };
      checkBucketName(place.bucket);
      checkObjectName(place.name);
      return encodeId({ ...place, version: randomUUID() });
    },

    maxSize: async (_, id) =>
      id ? sizeLimitOf(storage, await bucketOf(decodeId(id))) : storage.fileSizeLimit,

    onIncomingRequest: async (_, id) => {
      const place = decodeId(id);
      uploader = await request.uploaderOf(place);
      if (request.method === "POST") return;
      const current = await findUpload(storage, place);
      if (current.upload.isFinished) return;
      // A killed process may have received everything; whoever resumes then asks, and sends nothing more.
      if (isComplete(current) && request.method !== "DELETE") return finish(id);
      await mayUpload(storage, uploader, current.upload);
    },

    onUploadCreate: async (_, upload) => {
      const place = decodeId(upload.id);
      const metadata = { ...upload.metadata };
      const described = { ...place, size: upload.size, metadata };
      checkedType(mimetypeOf(described));
      await mayUpload(storage, known(), described);
      const { allowed_mime_types } = await bucketOf(place);
      checkMimeType(mimetypeOf(described), allowed_mime_types ?? []);
      await storage.unfinished.requireSpace(upload.size ?? 0);
      const age = metadata["cacheControl"] ?? "";
      return {
        metadata: {
          ...metadata,
          cacheControl: /^-?\d+$/.test(age) ? `max-age=${age}` : "no-cache",
        },
      };
    },

    onUploadFinish: async (_, upload) => {
      await finish(upload.id);
      return { headers: { "Tus-Complete": "1" } };
    },

    onResponseError: (_, error) => {
      if (error instanceof Error) return answerTo(storage, error);
      return undefined;
    },
  };
  const datastore = new UnfinishedDataStore(storage, request.scope, () => known().starter);
  return new Server({ ...options, datastore });
}

/** An error in the form of the library; undefined for its own. */
function answerTo({ log }: Storage, error: Error) {
  if ("status_code" in error) return undefined;
  const known = ifFull(error);
  if (!(known instanceof StorageError)) {
    log.error({ err: error }, "a resumable upload failed");
    return { status_code: 500, body: "Internal Server Error" };
  }
  if (known.status >= 500) log.error({ err: known.cause ?? error }, known.message);
  return { status_code: known.status, body: known.message };
}

/** The function's first outcome, every time. */
function once<Input, Outcome>(work: (input: Input) => Outcome): (input: Input) => Outcome {
  let outcome: { readonly value: Outcome } | undefined;
  return (input) => {
    outcome ??= { value: work(input) };
    return outcome.value;
  };
}
