import type { StoredObject } from "../storage/objects.ts";
import { preconditionFailed } from "./errors.ts";

/**
 * Checks the conditions of a request (RFC 9110, section 13).
 *
 * @param prefix the prefix of the header names, for the source of a copy
 * @returns true when the client's copy is current
 * @throws {StorageError} when a precondition fails
 */
export function isUnchanged(headers: Headers, object: StoredObject, prefix = ""): boolean {
  const { metadata, updated_at } = object;
  // Ignore milliseconds, because the headers contain only whole seconds.
  const modifiedMs = Math.floor(updated_at.getTime() / 1000) * 1000;
  const readTags = (name: string) =>
    headers
      .get(`${prefix}${name}`)
      ?.split(",")
      .map((tag) => unquoted(tag.trim().replace(/^W\//, "")));
  const readTime = (name: string) => Date.parse(headers.get(`${prefix}${name}`) ?? "");
  const includesETag = (tags: readonly string[]) =>
    tags.includes("*") || tags.includes(unquoted(metadata?.eTag ?? ""));
  const ifMatch = readTags("if-match");
  if (ifMatch ? !includesETag(ifMatch) : modifiedMs > readTime("if-unmodified-since")) {
    throw preconditionFailed();
  }
  const ifNoneMatch = readTags("if-none-match");
  return ifNoneMatch ? includesETag(ifNoneMatch) : modifiedMs <= readTime("if-modified-since");
}

/** Removes the quotes of an ETag, because many clients omit them. */
export const unquoted = (tag: string) => tag.replace(/^"(.*)"$/, "$1");
