import { readStored } from "../browser/device-storage.ts";

/** The key of the session in local storage, and the name of the auth client's channel between tabs. */
export const sessionKey = "portico.session";

/** Returns whether a session is stored in this browser. It may have expired; this is only good for a first guess. */
export function hasStoredSession(): boolean {
  return readStored(sessionKey) !== undefined;
}
