import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A client secret or a code: too long to guess. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The hash of a secret for the database. The secret is random and long, so that a plain hash suffices
 * (supabase/auth, `hashClientSecret`).
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Tells if the secret has this hash, in constant time. */
export function isSecret(secret: string, hash: string | null): boolean {
  return isSame(hashSecret(secret), hash ?? "");
}

/** Tells if two texts are equal, in a time that does not tell where they differ. */
export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
