import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { admit } from "./admission.ts";
import type { Storage } from "./context.ts";
import type { Place } from "./names.ts";
import { metadataOf, type StoredObject } from "./objects.ts";
import type { Scope } from "./scope.ts";
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
  const { bucket, name, owner, isUpsert, content, declaredSize, isForm } = file;
  const { mimetype, cacheControl, userMetadata, robotsTag } = file;
  const object = { bucket, name, owner, userMetadata, version: randomUUID() };
  const expected = {
    mimetype,
    ...(declaredSize !== undefined && { contentLength: declaredSize }),
  };
  const limit = await admit(storage, scope, {
    ...{ mimetype, isUpsert, size: isForm ? undefined : declaredSize },
    object: { ...object, metadata: expected },
  }).catch((error: unknown) => {
    discard(content);
    throw error;
  });
  const written = await storage.files.write(object.version, content, limit);
  const metadata = {
    ...metadataOf(written, { mimetype, cacheControl }),
    ...(robotsTag !== undefined && { xRobotsTag: robotsTag }),
  };
  const row = { ...object, userMetadata: userMetadata ?? {}, metadata };
  return writeRow(storage, scope, row, isUpsert);
}

/** Reads a content to its end for nothing: many clients hear no answer before they have sent everything. */
function discard(content: Readable): void {
  content.on("error", () => {});
  content.resume();
}
