import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { type Bucket, findBucket, sizeLimitOf } from "./buckets.ts";
import type { Storage } from "./context.ts";
import { tooLarge } from "./errors.ts";
import { checkMimeType } from "./mime-types.ts";
import { isFolderPlaceholder, type Place } from "./names.ts";
import { metadataOf, type NewObject, type StoredObject, tryToWrite } from "./objects.ts";
import { asService, type Scope } from "./scope.ts";
import { writeRow } from "./written-content.ts";

/** A file on its way in, and the object that it becomes. */
export interface IncomingFile extends Place {
  readonly content: Readable;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly userMetadata: Readonly<Record<string, unknown>> | undefined;
  readonly robotsTag?: string | undefined;
  /** In bytes, as the request says it; a form is larger than its file. */
  readonly declaredSize: number | undefined;
  readonly isForm: boolean;
  readonly owner: string | undefined;
  readonly isUpsert: boolean;
}

/**
 * Takes a file in: asks the policies, writes the content, then the row.
 *
 * @throws {StorageError}
 */
export async function takeIn(
  storage: Storage,
  scope: Scope,
  file: IncomingFile,
): Promise<StoredObject> {
  const { bucket, name, owner, isUpsert, content, declaredSize } = file;
  const { mimetype, cacheControl, userMetadata, robotsTag } = file;
  const object = { bucket, name, owner, userMetadata, version: randomUUID() };
  const expected = {
    mimetype,
    ...(declaredSize !== undefined && { contentLength: declaredSize }),
  };
  const limit = await admitted(storage, scope, file, { ...object, metadata: expected }).catch(
    (error: unknown) => {
      discard(content);
      throw error;
    },
  );
  const written = await storage.files.write(object.version, content, limit);
  const metadata = {
    ...metadataOf(written, { mimetype, cacheControl }),
    ...(robotsTag !== undefined && { xRobotsTag: robotsTag }),
  };
  const row = { ...object, userMetadata: userMetadata ?? {}, metadata };
  return writeRow(storage, scope, row, isUpsert);
}

/**
 * Asks the bucket and the policies, at once. The caller hears what the bucket says first.
 *
 * @returns in bytes: the most that the content may have
 */
async function admitted(
  storage: Storage,
  scope: Scope,
  file: IncomingFile,
  object: NewObject,
): Promise<number> {
  try {
    const bucket = await tryToWrite(storage, scope, object, file.isUpsert);
    return checkFile(storage, bucket, file);
  } catch (refusal) {
    checkFile(storage, await findBucket(storage, asService(scope), file.bucket), file);
    throw refusal;
  }
}

/** @throws {StorageError} for a file that the bucket does not take */
function checkFile(storage: Storage, bucket: Bucket, file: IncomingFile): number {
  const { mimetype, declaredSize, isForm } = file;
  const isPlaceholder = isFolderPlaceholder(file.name);
  if (!isPlaceholder) checkMimeType(mimetype, bucket.allowed_mime_types ?? []);
  const limit = isPlaceholder ? 0 : sizeLimitOf(storage, bucket);
  if (!isForm && declaredSize !== undefined && declaredSize > limit) throw tooLarge();
  return limit;
}

/** Reads a content to its end for nothing: many clients hear no answer before they have sent everything. */
function discard(content: Readable): void {
  content.on("error", () => {});
  content.resume();
}
