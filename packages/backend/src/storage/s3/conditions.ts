import type { StoredObject } from "../objects.ts";
import { preconditionFailed } from "./errors.ts";

/**
 * Checks the conditions of a request (RFC 9110, section 13).
 *
 * @param prefix what stands before the headers' names, for the source of a copy
 * @returns true when the caller has the object as it is
 * @throws {StorageError} when a condition does not hold
 */
export function isUnchanged(headers: Headers, object: StoredObject, prefix = ""): boolean {
  const { metadata, updated_at } = object;
  // The headers count in seconds.
  const modified = Math.floor(updated_at.getTime() / 1000) * 1000;
  const tags = (name: string) =>
    headers
      .get(`${prefix}${name}`)
      ?.split(",")
      .map((tag) => unquoted(tag.trim().replace(/^W\//, "")));
  const time = (name: string) => Date.parse(headers.get(`${prefix}${name}`) ?? "");
  const isOneOf = (known: readonly string[]) =>
    known.includes("*") || known.includes(unquoted(metadata?.eTag ?? ""));
  const wanted = tags("if-match");
  if (wanted ? !isOneOf(wanted) : modified > time("if-unmodified-since")) {
    throw preconditionFailed();
  }
  const known = tags("if-none-match");
  return known ? isOneOf(known) : modified <= time("if-modified-since");
}

/** Clients leave the quotes out. */
export const unquoted = (tag: string) => tag.replace(/^"(.*)"$/, "$1");
