import { unprocessable } from "../errors.ts";
import type { Metadata } from "./users.ts";

/**
 * In bytes of JSON, for each of the two kinds. Each access token holds its user's metadata, and a token of longer ones
 * would not fit into the headers of a request.
 */
const maxBytes = 64 * 1024;

/** In bytes of JSON: what a provider tells of one account, beside what the user and other providers tell. */
const maxClaimsBytes = 16 * 1024;

/**
 * Checks metadata before they are stored, whoever wrote them. Every request of the user reads them from the database,
 * so that many changes must not add up to megabytes. An account that has more already may still make it less.
 *
 * @param before the metadata of the account so far
 * @throws {AuthError} 422
 */
export function limitMetadata(
  metadata: Metadata,
  before: Metadata | null = null,
  kind: "User" | "App" = "User",
): void {
  if (isWithinLimit(metadata, before)) return;
  throw unprocessable("validation_failed", `${kind} metadata may have at most ${maxBytes} bytes`);
}

/** Tells if metadata may be stored in place of those before. */
export function isWithinLimit(metadata: Metadata, before: Metadata | null): boolean {
  const size = sizeOf(metadata);
  return size <= maxBytes || size < sizeOf(before ?? {});
}

/**
 * Returns the claims of a provider without the longest ones that are too much together. A person must not be kept out
 * by what their provider tells of them.
 *
 * @param needed the claims that stay
 */
export function limitClaims(claims: Metadata, needed: readonly string[]): Metadata {
  if (sizeOf(claims) <= maxClaimsBytes) return claims;
  const sizes = Object.entries(claims)
    .filter(([name]) => !needed.includes(name))
    .map(([name, value]) => ({ name, size: sizeOf({ [name]: value }) }))
    .toSorted((one, other) => other.size - one.size);
  const kept = { ...claims };
  for (const { name } of sizes) {
    delete kept[name];
    if (sizeOf(kept) <= maxClaimsBytes) break;
  }
  return kept;
}

const sizeOf = (metadata: Metadata) => Buffer.byteLength(JSON.stringify(metadata));
