import { createHash, randomBytes } from "node:crypto";
import { isEqualText } from "../../keys/constant-time.ts";

/** Returns a random client secret or code. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Returns a secret's hash, which the database stores. Secrets are long and random, so a plain hash is sufficient
 * (supabase/auth, `hashClientSecret`).
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Returns whether the secret has this hash, in constant time. */
export function isSecret(secret: string, hash: string | null): boolean {
  return isEqualText(hashSecret(secret), hash ?? "");
}
