import { readStored, store } from "../../storage.ts";

/** The storage key of a dismissal, by the user's id. */
const key = (user: string) => `portico.no-passkey.${user}`;

/** Returns whether the user dismissed the offer, permanently or for this tab. */
export function isDismissed(user: string): boolean {
  const kept = readStored("localStorage", key(user)) ?? readStored("sessionStorage", key(user));
  return kept !== undefined;
}

/**
 * Stores that the user dismissed the offer.
 *
 * @param isPermanent false to dismiss it only until the tab is closed
 */
export function rememberDismissal(user: string, isPermanent: boolean): void {
  store(isPermanent ? "localStorage" : "sessionStorage", key(user), "no");
}
