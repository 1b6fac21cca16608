import { ERRORS } from "@tus/server";
import type { Storage } from "../context.ts";
import { StorageError } from "../errors.ts";
import { measureWhole } from "../files/measured.ts";
import type { FileStore, WrittenFile } from "../files/port.ts";
import type { FoundUpload, UnfinishedUpload } from "../files/unfinished.ts";
import { findObject, metadataOf, type NewObject, tryToWrite, writeObject } from "../objects.ts";
import { asService, type Scope } from "../scope.ts";
import { removeUnused } from "../unused-files.ts";
import { userMetadataIn } from "../upload-body.ts";

/** The caller of a request for an upload, and what they may do. */
export interface Uploader {
  /** The user, or the address of somebody without one; undefined for a server with the secret key. */
  readonly starter: string | undefined;
  readonly scope: Scope;
  readonly owner: string | undefined;
  readonly isUpsert: boolean;
}

/** True when all content has arrived and the object is not there yet. */
export function isComplete({ upload, offset }: FoundUpload): boolean {
  return !upload.isFinished && (offset === undefined || offset === upload.size);
}

/**
 * Tries whether the policies let the uploader write the object.
 *
 * @throws {StorageError}
 */
export async function mayUpload(
  storage: Storage,
  { scope, owner, isUpsert }: Uploader,
  upload: Pick<UnfinishedUpload, "bucket" | "name" | "version" | "size" | "metadata">,
): Promise<void> {
  const { bucket, name, version, size } = upload;
  const object = {
    ...{ bucket, name, version, owner },
    userMetadata: userMetadataOf(upload),
    metadata: { mimetype: mimetypeOf(upload), ...(size !== undefined && { contentLength: size }) },
  };
  await tryToWrite(storage, scope, object, isUpsert);
}

/**
 * Makes an object of an upload whose content has arrived. It may run again where it ended before: a process
 * may be killed after any of its steps.
 *
 * @throws {StorageError} when the policies do not let the uploader, or the object is there by now
 */
export async function finishUpload(
  storage: Storage,
  uploader: Uploader,
  found: FoundUpload,
): Promise<void> {
  const { upload, offset } = found;
  const { version } = upload;
  const { files, unfinished } = storage;
  const { scope, owner, isUpsert } = uploader;
  if (offset !== undefined || !(await isThere(storage, scope, upload))) {
    await mayUpload(storage, uploader, upload);
    const file =
      offset === undefined
        ? await measured(files, version)
        : await files.adopt(version, unfinished.contentPath(version));
    if (!file) throw ERRORS.FILE_NO_LONGER_EXISTS;
    try {
      const object = objectOf(upload, file, owner);
      const { replaced } = await writeObject(storage, scope, object, isUpsert);
      await removeUnused(storage, [replaced]);
    } catch (error) {
      if (error instanceof StorageError && refusals.has(error.code)) {
        await removeUnused(storage, [version]);
        await unfinished.remove(version);
      }
      throw error;
    }
  }
  await unfinished.update({ ...upload, isFinished: true });
}

/** What ends an upload whose content is in its place already. */
const refusals: ReadonlySet<string> = new Set(["KeyAlreadyExists", "AccessDenied"]);

/** True when the object is this upload's. */
async function isThere(storage: Storage, scope: Scope, upload: UnfinishedUpload): Promise<boolean> {
  const object = await findObject(storage, asService(scope), upload).catch((error: unknown) => {
    if (error instanceof StorageError && error.code === "NoSuchKey") return undefined;
    throw error;
  });
  return object?.version === upload.version;
}

/** A file that a killed process has put into its place. */
async function measured(files: FileStore, version: string): Promise<WrittenFile | undefined> {
  const content = await files.read(version);
  return content && measureWhole(content);
}

function objectOf(
  upload: UnfinishedUpload,
  file: WrittenFile,
  owner: string | undefined,
): NewObject {
  const { bucket, name, version, metadata } = upload;
  const cacheControl = metadata["cacheControl"] ?? "no-cache";
  return {
    ...{ bucket, name, version, owner },
    userMetadata: userMetadataOf(upload) ?? null,
    metadata: metadataOf(file, { mimetype: mimetypeOf(upload), cacheControl }),
  };
}

export function mimetypeOf({ metadata }: Pick<UnfinishedUpload, "metadata">): string {
  return metadata["contentType"] || "application/octet-stream";
}

function userMetadataOf({ metadata }: Pick<UnfinishedUpload, "metadata">) {
  return userMetadataIn(metadata["metadata"] ?? "");
}
