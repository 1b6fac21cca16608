import { unprocessable } from "../errors.ts";
import type { Metadata } from "./users.ts";

/**
 * The limit for user metadata and for app metadata, in bytes of JSON. Access tokens contain both, and a
 * longer token would not fit into request headers.
 */
const maxBytes = 64 * 1024;

/** The limit for the claims of one provider, in bytes of JSON. */
const maxClaimsBytes = 16 * 1024;

/**
 * Checks metadata before it is stored. Every request of the user reads it from the database, so it must not
 * grow to megabytes. Metadata that already exceeds the limit may still shrink.
 *
 * @param previousMetadata the account's current metadata
 * @throws {AuthError} 422
 */
export function limitMetadata(
  metadata: Metadata,
  previousMetadata: Metadata | null = null,
  kind: "User" | "App" = "User",
): void {
  if (isWithinLimit(metadata, previousMetadata)) return;
  throw unprocessable("validation_failed", `${kind} metadata may have at most ${maxBytes} bytes`);
}

/** Returns whether metadata may replace the earlier metadata. */
export function isWithinLimit(metadata: Metadata, previousMetadata: Metadata | null): boolean {
  const size = sizeOf(metadata);
  return size <= maxBytes || size < sizeOf(previousMetadata ?? {});
}

/**
 * Returns a provider's claims within the limit, without the longest ones if necessary. Long claims must not
 * prevent a sign-in.
 *
 * @param requiredNames the claims that are always kept
 */
export function limitClaims(claims: Metadata, requiredNames: readonly string[]): Metadata {
  if (sizeOf(claims) <= maxClaimsBytes) return claims;
  const sizes = Object.entries(claims)
    .filter(([name]) => !requiredNames.includes(name))
    .map(([name, value]) => ({ name, size: sizeOf({ [name]: value }) }))
    .toSorted((a, b) => b.size - a.size);
  const remainingClaims = { ...claims };
  for (const { name } of sizes) {
    delete remainingClaims[name];
    if (sizeOf(remainingClaims) <= maxClaimsBytes) break;
  }
  return remainingClaims;
}

const sizeOf = (metadata: Metadata) => Buffer.byteLength(JSON.stringify(metadata));
