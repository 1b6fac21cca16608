import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { completeUpload } from "./complete-upload.ts";
import type { StorageContext } from "./context.ts";
import type { ObjectLocation } from "./names.ts";
import { metadataOf, type StoredObject } from "./objects.ts";
import { prepareUpload } from "./prepare-upload.ts";
import type { Scope } from "./scope.ts";

/** A file to upload, and its object. */
export interface UploadRequest extends ObjectLocation {
  readonly content: Readable;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly userMetadata: Readonly<Record<string, unknown>> | undefined;
  readonly robotsTag?: string | undefined;
  /** The `Content-Length` of the request in bytes. A form is larger than its file. */
  readonly declaredSize: number | undefined;
  readonly isForm: boolean;
  readonly owner: string | undefined;
  readonly isUpsert: boolean;
}

/**
 * Uploads an object: checks the policies, writes the content, then the row.
 *
 * @throws {StorageError}
 */
export async function uploadObject(
  context: StorageContext,
  scope: Scope,
  file: UploadRequest,
): Promise<StoredObject> {
  const { bucket, name, owner, isUpsert, content, declaredSize, isForm } = file;
  const { mimetype, cacheControl, userMetadata, robotsTag } = file;
  const object = { bucket, name, owner, userMetadata, version: randomUUID() };
  const expected = {
    mimetype,
    ...(declaredSize !== undefined && { contentLength: declaredSize }),
  };
  const limit = await prepareUpload(context, scope, {
    ...{ mimetype, isUpsert, size: isForm ? undefined : declaredSize },
    object: { ...object, metadata: expected },
  }).catch((error: unknown) => {
    drain(content);
    throw error;
  });
  const written = await context.files.write(object.version, content, limit);
  const metadata = {
    ...metadataOf(written, { mimetype, cacheControl }),
    ...(robotsTag !== undefined && { xRobotsTag: robotsTag }),
  };
  const row = { ...object, userMetadata: userMetadata ?? {}, metadata };
  return completeUpload(context, scope, row, isUpsert);
}

/** Reads and discards the content: many clients do not read the response before they have sent everything. */
function drain(content: Readable): void {
  content.on("error", () => {});
  content.resume();
}
