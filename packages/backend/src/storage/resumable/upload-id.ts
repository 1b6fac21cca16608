import { StorageError } from "../errors.ts";
import { checkBucketName, checkObjectName, type ObjectLocation } from "../names.ts";

/** Identifies an upload by its object and version. */
export interface UploadId extends ObjectLocation {
  readonly version: string;
}

/** Returns the last segment of an upload's URL, as in the reference (`src/http/routes/tus/lifecycle.ts`). */
export function encodeId({ bucket, name, version }: UploadId): string {
  return Buffer.from(`${bucket}/${name}/${version}`).toString("base64url");
}

/** @throws {StorageError} when the segment is not a valid upload id */
export function decodeId(segment: string): UploadId {
  const parts = Buffer.from(segment, "base64url").toString().split("/");
  if (parts.length < 3) throw new StorageError(400, "InvalidUploadId", "Invalid upload id");
  const [bucket = ""] = parts;
  const version = parts.at(-1) ?? "";
  const name = parts.slice(1, -1).join("/");
  checkBucketName(bucket);
  checkObjectName(name);
  return { bucket, name, version };
}
