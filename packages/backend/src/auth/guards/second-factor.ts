import type { Context } from "hono";
import type { Auth } from "../context.ts";
import { badRequest, forbidden } from "../errors.ts";
import { isRecent } from "../sessions/sessions.ts";
import { owesSecondFactor } from "../users/factors.ts";
import { type Caller, requireCaller } from "./caller.ts";

/** The caller of an endpoint for second factors. An anonymous user has no first one yet. */
export async function requirePermanentCaller(auth: Auth, c: Context): Promise<Caller> {
  const caller = await requireCaller(auth, c);
  if (caller.user.is_anonymous) {
    throw forbidden("no_authorization", "Anonymous user not allowed to perform these actions");
  }
  return caller;
}

/**
 * Requires a second factor, if the account has one, from a caller who adds or removes a way in, as for a
 * new password.
 *
 * @param task the caller's intent
 * @throws {AuthError} 403 when a second factor is required and was not proven
 */
export async function requireFullAssurance(
  auth: Auth,
  { user, session }: Caller,
  task: "manage passkeys" | "link or unlink identities",
): Promise<void> {
  if (await owesSecondFactor(auth.database, user.id, session)) {
    throw forbidden("insufficient_aal", `AAL2 session is required to ${task} when MFA is enabled`);
  }
}

/**
 * Requires a recent sign-in for a new way in, as `secure_password_change` does for a new password: a
 * thief of a session could sign in by it, and would have a recent one. A second factor needs it too,
 * because it could lock the owner out.
 *
 * @throws {AuthError} 400 for a session of more than a day
 */
export function requireRecentSession(auth: Auth, { user, session }: Caller): void {
  if (!auth.config.auth.email.secure_password_change) return;
  if (user.is_anonymous || !session || isRecent(session)) return;
  throw badRequest("reauthentication_needed", "Sign in again to add a way into the account");
}
