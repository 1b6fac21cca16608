/** The visitor's preferences, kept in the browser; never who they are. */
type Preference = "scheme" | "language";

const key = (preference: Preference) => `portico.${preference}`;

/** The remembered choice; null if there is none, or if the browser forbids storage. */
export function remembered(preference: Preference): string | null {
  try {
    return localStorage.getItem(key(preference));
  } catch {
    return null;
  }
}

/** Remembers a choice on this device; null forgets it. A browser that forbids storage keeps none. */
export function remember(preference: Preference, choice: string | null): void {
  try {
    if (choice === null) localStorage.removeItem(key(preference));
    else localStorage.setItem(key(preference), choice);
  } catch {
    // The choice still holds until the page is closed.
  }
}
