import { readStored } from "../browser/device-storage.ts";

/** Where the session is kept in the browser's storage, and the name that tabs talk to each other by. */
export const sessionKey = "portico.session";

/**
 * True when this browser has kept a session. It may have run out; it says what to expect, not what
 * is the case.
 */
export function hasKeptSession(): boolean {
  return readStored(sessionKey) !== undefined;
}
