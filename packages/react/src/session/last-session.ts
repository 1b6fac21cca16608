import { readStored, store } from "../storage.ts";
import type { Session } from "../supabase-types.ts";

/** The key of the time at which this tab last had a session, in milliseconds since 1970. */
const key = "portico.session-at";

/**
 * Records that a user is signed in, so that the tab stops waiting for messages that were sent before, whichever way
 * they signed in. A guest's session is not recorded: a guest may still wait for the message that upgrades the account.
 */
export function recordSession(session: Session | null | undefined): void {
  if (session && !session.user.is_anonymous) store("sessionStorage", key, String(Date.now()));
}

/** Returns when this tab last had a session, in milliseconds since 1970, or 0 if it never had one. */
export function lastSessionAt(): number {
  return Number(readStored("sessionStorage", key) ?? 0) || 0;
}
