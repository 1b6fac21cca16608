import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

let processKey: string | undefined;

/**
 * Returns the desk's key. It is random, and the same for all servers of a process, so that a page keeps working when
 * `portico dev` restarts its server. It is not derived from the project's keys, because these are public if the project
 * uses the Supabase CLI's demo secret.
 */
export function deskKey(): string {
  processKey ??= randomBytes(24).toString("base64url");
  return processKey;
}

/**
 * Returns the URL that opens the desk. The key is in the fragment, which browsers do not send to servers, and which the
 * page removes from the address bar.
 */
export const deskUrl = (origin: string, key: string) => `${origin}/desk/#key=${key}`;

/** Compares two keys in constant time. */
export function isSameKey(first: string, second: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(first), digest(second));
}
