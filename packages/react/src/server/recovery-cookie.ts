import { claimsOf } from "../session/assurance.ts";
import { recoveryCookieName } from "../session/recovery-cookie-name.ts";
import type { Session } from "../supabase-types.ts";
import type { CookieToSet } from "./cookies.ts";
import { handlerCookie, readHandlerCookie } from "./handler-cookies.ts";

/*
 * A link to reset the password opens an ordinary session. This cookie contains that session's id until a new password
 * is set. It is not `HttpOnly`, because the form removes it if its script has set the password.
 */

/** Returns the cookie that records a recovery. */
export function recoveryCookie(session: Session, isSecure: boolean): CookieToSet {
  return handlerCookie(recoveryCookieName, String(claimsOf(session).session_id), isSecure, {});
}

/** Returns whether this session still has to set a new password. */
export function isRecovering(cookieHeader: string | null, sessionId: unknown): boolean {
  return readHandlerCookie(cookieHeader, recoveryCookieName).some((value) => value === sessionId);
}
