/** How the library for uploads begins its entries in the browser's storage: the names of unfinished ones. */
const prefix = "tus::";

/** Forgets which uploads are unfinished: it names the files of whoever signs out. */
export function forgetUnfinishedUploads(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) localStorage.removeItem(key);
    }
  } catch {
    // Nothing was stored.
  }
}
