import { readStorage, writeStorage } from "../../storage.ts";

/** Returns the storage key of a user's dismissal. */
const storageKey = (userId: string) => `portico.no-passkey.${userId}`;

/** Returns whether the user dismissed the offer, permanently or for this tab. */
export function isDismissed(userId: string): boolean {
  const key = storageKey(userId);
  return (readStorage("localStorage", key) ?? readStorage("sessionStorage", key)) !== undefined;
}

/**
 * Stores that the user dismissed the offer.
 *
 * @param isPermanent false to dismiss it only until the tab is closed
 */
export function storeDismissal(userId: string, isPermanent: boolean): void {
  writeStorage(isPermanent ? "localStorage" : "sessionStorage", storageKey(userId), "no");
}
