import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Returns a random client secret or code. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Returns the hash of a secret for the database. Secrets are long and random, so a plain hash is sufficient
 * (supabase/auth, `hashClientSecret`).
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Returns whether the secret has this hash, in constant time. */
export function isSecret(secret: string, hash: string | null): boolean {
  return isEqualText(hashSecret(secret), hash ?? "");
}

/** Returns whether two texts are equal, in constant time. */
export function isEqualText(a: string, b: string): boolean {
  const [leftBytes, rightBytes] = [Buffer.from(a), Buffer.from(b)];
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}
