import { timingSafeEqual } from "node:crypto";
import type { ProjectKeys } from "./project.ts";

/**
 * The role of one of the project's own keys; undefined for any other text. The classic two are compared as
 * they are, since config.toml may set one that no key here has signed.
 */
export function roleOfApiKey(
  keys: ProjectKeys,
  credential: string,
): "anon" | "service_role" | undefined {
  if (equal(credential, keys.publishable)) return "anon";
  if (equal(credential, keys.secret)) return "service_role";
  if (equal(credential, keys.anon)) return "anon";
  if (equal(credential, keys.serviceRole)) return "service_role";
  return undefined;
}

/** Compares in constant time: the time must not reveal how much of a guess was right. */
function equal(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
