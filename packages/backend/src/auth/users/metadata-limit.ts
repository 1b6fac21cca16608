import { unprocessable } from "../errors.ts";
import type { Metadata } from "./users.ts";

/**
 * In bytes of JSON. Each access token holds its user's metadata, and a token of longer ones would not fit into the
 * headers of a request.
 */
const longest = 64 * 1024;

/**
 * Checks metadata that a user sends about themselves. Every request of the user reads them from the database, so
 * that many changes must not add up to megabytes. An account that has more already may still make it less.
 *
 * @param before the metadata of the account so far
 * @throws {AuthError} 422
 */
export function limitMetadata(metadata: Metadata, before: Metadata | null = null): void {
  const size = sizeOf(metadata);
  if (size <= longest || size < sizeOf(before ?? {})) return;
  throw unprocessable("validation_failed", `User metadata may have at most ${longest} bytes`);
}

const sizeOf = (metadata: Metadata) => Buffer.byteLength(JSON.stringify(metadata));
