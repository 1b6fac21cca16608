import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

let processKey: string | undefined;

/**
 * Returns the desk's key. It is random, and the same for all servers of a process, so that a page stays open when
 * `portico dev` restarts its server. It is not derived from the project's keys, because those of a project with the
 * Supabase CLI's demo secret are public.
 */
export function deskKey(): string {
  processKey ??= randomBytes(24).toString("base64url");
  return processKey;
}

/**
 * Returns the URL that opens the desk. The key is in the fragment, which browsers do not send to any server, and which
 * the page removes from the address bar.
 */
export const deskUrl = (origin: string, key: string) => `${origin}/desk/#key=${key}`;

/** Compares two keys in constant time. */
export function isSameKey(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
