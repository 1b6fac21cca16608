import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

let processKey: string | undefined;

/**
 * Returns the desk's key, which is random and the same for all servers of a process, so that a page stays open when
 * `portico dev` restarts its server. It is not derived from the project's keys: those of a project with the Supabase
 * CLI's demo secret are known to everybody.
 */
export function deskKey(): string {
  processKey ??= randomBytes(24).toString("base64url");
  return processKey;
}

/**
 * Returns the address that opens the desk. The key is in the fragment, which browsers send to no server, and which the
 * page removes from the address bar.
 */
export const deskUrl = (origin: string, key: string) => `${origin}/desk/#key=${key}`;

/** Compares two keys in a time that does not depend on how much of them is equal. */
export function isSameKey(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
