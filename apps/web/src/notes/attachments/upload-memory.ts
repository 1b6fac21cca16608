import { removeStored, storedKeys } from "../../browser/device-storage.ts";

/** The prefix of tus-js-client's entries in local storage. */
const prefix = "tus::";

/** Removes the list of unfinished uploads, which contains file names of the user who signs out. */
export function removeUnfinishedUploads(): void {
  for (const key of storedKeys(prefix)) removeStored(key);
}
