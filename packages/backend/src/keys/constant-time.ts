import { timingSafeEqual } from "node:crypto";

/**
 * Compares texts in constant time, so that the time does not reveal how much of a guess was right.
 *
 * What keeps timing from revealing whether an account exists is in `auth/accounts/equal-work.ts`.
 */
export function isEqualText(first: string, second: string): boolean {
  const [firstBytes, secondBytes] = [Buffer.from(first), Buffer.from(second)];
  return firstBytes.length === secondBytes.length && timingSafeEqual(firstBytes, secondBytes);
}
