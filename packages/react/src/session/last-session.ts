import { readStored, store } from "../storage.ts";
import type { Session } from "../supabase-types.ts";

/** When this tab last had a session, in milliseconds since 1970. */
const key = "portico.session-at";

/**
 * Notes that somebody is signed in. A message that the tab waited for before that is not waited for any
 * more, however they signed in. A guest may still wait for the message that makes an account of theirs.
 */
export function noteSession(session: Session | null | undefined): void {
  if (session && !session.user.is_anonymous) store("sessionStorage", key, String(Date.now()));
}

/** Returns when this tab last had a session, in milliseconds since 1970; 0 where it had none. */
export function lastSessionAt(): number {
  return Number(readStored("sessionStorage", key) ?? 0) || 0;
}
