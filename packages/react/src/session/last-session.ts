import { readStorage, writeStorage } from "../storage.ts";
import type { Session } from "../supabase-types.ts";

/** The storage key for the time at which this tab last had a session, in milliseconds since 1970. */
const storageKey = "portico.session-at";

/**
 * Records that a user has signed in with any method, so that the tab stops waiting for earlier messages. A guest's
 * session is not recorded, because the guest may still be waiting for the message that upgrades the account.
 */
export function recordSession(session: Session | null | undefined): void {
  if (session && !session.user.is_anonymous)
    writeStorage("sessionStorage", storageKey, String(Date.now()));
}

/** Returns the time at which this tab last had a session, in milliseconds since 1970, or 0 if it never had one. */
export function lastSessionAt(): number {
  return Number(readStorage("sessionStorage", storageKey) ?? 0) || 0;
}
