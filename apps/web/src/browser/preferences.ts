import { readStored, removeStored, store } from "./device-storage.ts";

/** The preferences that this browser stores. */
type Preference = "scheme" | "language";

const key = (preference: Preference) => `portico.${preference}`;

/** Returns a stored preference; null if there is none. */
export function readPreference(preference: Preference): string | null {
  return readStored(key(preference)) ?? null;
}

/** Stores a preference in this browser; null removes it. */
export function savePreference(preference: Preference, choice: string | null): void {
  if (choice === null) removeStored(key(preference));
  else store(key(preference), choice);
}
