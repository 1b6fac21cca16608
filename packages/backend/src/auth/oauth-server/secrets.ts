import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A secret that an application proves itself by, and the code that it gets: too long to guess. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * What the database keeps of a secret. It is random and long, so that a plain hash suffices
 * (supabase/auth, `hashClientSecret`).
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Whether the secret is the one that hashed to this, in constant time. */
export function isSecret(secret: string, hash: string | null): boolean {
  return isSame(hashSecret(secret), hash ?? "");
}

/** Whether two texts are the same, in a time that tells nothing of where they differ. */
export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
