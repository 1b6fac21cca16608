import { readStored, removeStored, store } from "./device-storage.ts";

/** The visitor's preferences, kept in the browser; never who they are. */
type Preference = "scheme" | "language";

const key = (preference: Preference) => `portico.${preference}`;

/** The remembered choice; null if there is none, or if the browser forbids storage. */
export function remembered(preference: Preference): string | null {
  return readStored(key(preference)) ?? null;
}

/** Remembers a choice on this device; null forgets it. A browser that forbids storage keeps none. */
export function remember(preference: Preference, choice: string | null): void {
  if (choice === null) removeStored(key(preference));
  else store(key(preference), choice);
}
