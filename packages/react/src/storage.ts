/** The storage of the tab, or of the browser. A page may be denied either: then nothing is kept. */
export type StorageName = "sessionStorage" | "localStorage";

/** The text that is kept under a key; undefined where there is none. */
export function readStored(storage: StorageName, key: string): string | undefined {
  try {
    return window[storage].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text under a key, or forgets it. */
export function store(storage: StorageName, key: string, text: string | undefined): void {
  try {
    if (text === undefined) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
  } catch {
    // Storage is forbidden or full.
  }
}
