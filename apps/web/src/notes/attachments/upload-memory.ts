import { removeStored, storedKeys } from "../../browser/device-storage.ts";

/** How the library for uploads begins its entries in the browser's storage: the names of unfinished ones. */
const prefix = "tus::";

/** Forgets which uploads are unfinished: it names the files of whoever signs out. */
export function forgetUnfinishedUploads(): void {
  for (const key of storedKeys(prefix)) removeStored(key);
}
