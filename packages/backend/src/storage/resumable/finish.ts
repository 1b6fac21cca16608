import { ERRORS } from "@tus/server";
import { removeContent } from "../content.ts";
import type { StorageContext } from "../context.ts";
import { StorageError } from "../errors.ts";
import { measureStream } from "../files/measure.ts";
import type { FileStore, WrittenFile } from "../files/port.ts";
import type { FoundUpload, UnfinishedUpload } from "../files/unfinished.ts";
import { metadataOf, parseUserMetadata } from "../metadata.ts";
import { findObject } from "../objects.ts";
import { asService, type Scope } from "../scope.ts";
import { checkUploadPermission, type NewObject, writeObject } from "../uploads.ts";

/** The caller of an upload request. */
export interface Uploader {
  /** The user id, or the IP address of a caller without one; undefined for the secret key. */
  readonly starter: string | undefined;
  readonly scope: Scope;
  readonly owner: string | undefined;
  readonly isUpsert: boolean;
}

/** Returns whether all content has arrived, but the object does not exist yet. */
export function isComplete({ upload, offset }: FoundUpload): boolean {
  return !upload.isFinished && (offset === undefined || offset === upload.size);
}

/**
 * Checks whether the policies allow the uploader to write the object.
 *
 * @throws {StorageError}
 */
export async function requireUploadPermission(
  context: StorageContext,
  { scope, owner, isUpsert }: Uploader,
  upload: Pick<UnfinishedUpload, "bucket" | "name" | "version" | "size" | "metadata">,
): Promise<void> {
  const { bucket, name, version, size } = upload;
  const object = {
    bucket,
    name,
    version,
    owner,
    isUpsert,
    userMetadata: userMetadataOf(upload),
    metadata: { mimetype: mimetypeOf(upload), ...(size !== undefined && { contentLength: size }) },
  };
  await checkUploadPermission(context, scope, object);
}

/**
 * Creates the object of a completed upload. Can be repeated after any step, because the process may be killed
 * in between.
 *
 * @throws {StorageError} when the policies refuse the uploader, or when the object exists now
 */
export async function finishUpload(
  context: StorageContext,
  uploader: Uploader,
  foundUpload: FoundUpload,
): Promise<void> {
  const { upload, offset } = foundUpload;
  const { version } = upload;
  const { files, unfinished } = context;
  const { scope } = uploader;
  if (offset !== undefined || !(await isCreated(context, scope, upload))) {
    await requireUploadPermission(context, uploader, upload);
    const file =
      offset === undefined
        ? await measureStored(files, version)
        : await files.adopt(version, unfinished.contentPath(version));
    if (!file) throw ERRORS.FILE_NO_LONGER_EXISTS;
    try {
      const object = objectOf(upload, file, uploader);
      const { replacedVersion } = await writeObject(context, scope, object);
      await removeContent(context, [replacedVersion]);
    } catch (error) {
      if (error instanceof StorageError && finalErrorCodes.has(error.code)) {
        await removeContent(context, [version]);
        await unfinished.remove(version);
      }
      throw error;
    }
  }
  await unfinished.update({ ...upload, isFinished: true });
}

/** The codes of errors that end an upload whose content has already been moved. */
const finalErrorCodes: ReadonlySet<string> = new Set(["KeyAlreadyExists", "AccessDenied"]);

/** Returns whether the upload has created its object. */
async function isCreated(
  context: StorageContext,
  scope: Scope,
  upload: UnfinishedUpload,
): Promise<boolean> {
  const object = await findObject(context, asService(scope), upload).catch((error: unknown) => {
    if (error instanceof StorageError && error.code === "NoSuchKey") return undefined;
    throw error;
  });
  return object?.version === upload.version;
}

/** Measures the file of an upload that a killed process had already moved into the store. */
async function measureStored(files: FileStore, version: string): Promise<WrittenFile | undefined> {
  const content = await files.read(version);
  return content && measureStream(content);
}

function objectOf(
  upload: UnfinishedUpload,
  file: WrittenFile,
  { owner, isUpsert }: Uploader,
): NewObject {
  const { bucket, name, version, metadata } = upload;
  const cacheControl = metadata["cacheControl"] ?? "no-cache";
  return {
    bucket,
    name,
    version,
    owner,
    isUpsert,
    userMetadata: userMetadataOf(upload) ?? null,
    metadata: metadataOf(file, { mimetype: mimetypeOf(upload), cacheControl }),
  };
}

export function mimetypeOf({ metadata }: Pick<UnfinishedUpload, "metadata">): string {
  return metadata["contentType"] || "application/octet-stream";
}

function userMetadataOf({ metadata }: Pick<UnfinishedUpload, "metadata">) {
  return parseUserMetadata(metadata["metadata"] ?? "");
}
