import { readStored, removeStored, writeStored } from "./device-storage.ts";

/** The preferences that this browser stores. */
type Preference = "scheme" | "language";

const storageKey = (preference: Preference) => `portico.${preference}`;

/** Returns a stored preference; null if there is none. */
export function readPreference(preference: Preference): string | null {
  return readStored(storageKey(preference)) ?? null;
}

/** Stores a preference in this browser; null removes it. */
export function savePreference(preference: Preference, choice: string | null): void {
  if (choice === null) removeStored(storageKey(preference));
  else writeStored(storageKey(preference), choice);
}
