/**
 * The key comes in the fragment of the link that opens the desk. It is kept for the tab, so that neither another
 * origin on this machine (which would receive a cookie) nor another tab of this origin can read it.
 */
const storageName = "portico.desk.key";

/** Takes the key out of a link, or out of a text that is the key itself. */
export function keyIn(text: string): string | undefined {
  return /(?:^|#key=)([\w-]{32})$/.exec(text.trim())?.[1];
}

/** Returns a text that may be the project's secret key, which the server compares. */
export function secretKeyIn(text: string): string | undefined {
  return /^[\x21-\x7e]{16,500}$/.exec(text.trim())?.[0];
}

export function readKey(): string {
  return sessionStorage.getItem(storageName) ?? "";
}

export function saveKey(key: string): void {
  sessionStorage.setItem(storageName, key);
}

/** Returns whether the tab has a key. Takes one from the address, which then no longer shows it. */
export function hasKey(): boolean {
  const key = keyIn(location.hash);
  if (key !== undefined) {
    saveKey(key);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return readKey() !== "";
}
