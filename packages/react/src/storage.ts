/** The storage of the tab or of the browser. If the page may not use storage, nothing is stored. */
export type StorageName = "sessionStorage" | "localStorage";

/** Returns the text that is stored under a key, or undefined. */
export function readStorage(storage: StorageName, key: string): string | undefined {
  try {
    return window[storage].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a text under a key, or removes it. */
export function writeStorage(storage: StorageName, key: string, text: string | undefined): void {
  try {
    if (text === undefined) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
  } catch {
    // Storage is disabled or full.
  }
}
