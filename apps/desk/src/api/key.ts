/**
 * The link that opens the desk has the key in its fragment. sessionStorage keeps the key for this tab: a cookie would
 * also go to other ports of this machine, and localStorage to other tabs of this origin.
 */
const storageName = "portico.desk.key";

/** Returns the key in a link to the desk. The text can also be the key itself. */
export function parseKey(text: string): string | undefined {
  return /(?:^|#key=)([\w-]{32})$/.exec(text.trim())?.[1];
}

/** Returns the text if it has the form of a secret key. Only the server verifies the key. */
export function parseSecretKey(text: string): string | undefined {
  return /^[\x21-\x7e]{16,500}$/.exec(text.trim())?.[0];
}

export function readKey(): string {
  return sessionStorage.getItem(storageName) ?? "";
}

export function saveKey(key: string): void {
  sessionStorage.setItem(storageName, key);
}

/** Returns whether this tab has a key. A key in the URL is stored, and removed from the URL. */
export function hasKey(): boolean {
  const key = parseKey(location.hash);
  if (key !== undefined) {
    saveKey(key);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return readKey() !== "";
}
