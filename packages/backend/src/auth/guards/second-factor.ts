import type { Context } from "hono";
import type { AuthContext } from "../context.ts";
import { badRequest, forbidden } from "../errors.ts";
import { requireCaller, type SignedInCaller } from "../identify-caller.ts";
import { isRecent } from "../sessions/sessions.ts";
import { needsSecondFactor } from "../users/factors.ts";

/**
 * Returns the caller of an endpoint for second factors. Refuses anonymous users, because they have no first factor yet.
 */
export async function requirePermanentCaller(
  context: AuthContext,
  c: Context,
): Promise<SignedInCaller> {
  const caller = await requireCaller(context, c);
  if (caller.user.is_anonymous) {
    throw forbidden("no_authorization", "Anonymous user not allowed to perform these actions");
  }
  return caller;
}

/**
 * Requires aal2 from a caller who adds or removes a sign-in method, or authorizes an application, if the account has
 * a second factor.
 *
 * @param task the task, for the error message
 * @throws {AuthError} 403 when the account has a second factor and the session is aal1
 */
export async function requireFullAssurance(
  context: AuthContext,
  { user, session }: SignedInCaller,
  task: "manage applications" | "manage passkeys" | "link or unlink identities",
): Promise<void> {
  if (await needsSecondFactor(context.database, user.id, session)) {
    throw forbidden("insufficient_aal", `AAL2 session is required to ${task} when MFA is enabled`);
  }
}

/**
 * Requires a recent sign-in before a new sign-in method is added, as `secure_password_change` does for a new password.
 * Otherwise a thief with an old session could add a sign-in method of their own, or even lock the owner out with a new
 * second factor.
 *
 * @throws {AuthError} 400 for a session older than a day
 */
export function requireRecentSession(
  context: AuthContext,
  { user, session }: SignedInCaller,
): void {
  if (!context.config.auth.email.secure_password_change) return;
  if (user.is_anonymous || !session || isRecent(session)) return;
  throw badRequest("reauthentication_needed", "Sign in again before you add a sign-in method");
}
