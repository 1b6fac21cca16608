import type { Context } from "hono";
import type { Auth } from "../context.ts";
import { AuthError, badRequest, forbidden, unprocessable } from "../errors.ts";
import { type Caller, requireCaller, uuid } from "../request/parameters.ts";
import { isRecent } from "../sessions/sessions.ts";
import { type Factor, findFactor, owesSecondFactor } from "../users/factors.ts";

/** Who asks about second factors. An anonymous user has no first one yet. */
export async function requirePermanentCaller(auth: Auth, c: Context): Promise<Caller> {
  const caller = await requireCaller(auth, c);
  if (caller.user.is_anonymous) {
    throw forbidden("no_authorization", "Anonymous user not allowed to perform these actions");
  }
  return caller;
}

/** The same, with the factor of theirs that the path names. */
export async function requireFactor(
  auth: Auth,
  c: Context,
): Promise<Caller & { readonly factor: Factor }> {
  const caller = await requirePermanentCaller(auth, c);
  const factor = await findFactor(auth.database, caller.user.id, factorIdOfPath(c));
  if (!factor) throw factorNotFound();
  return { ...caller, factor };
}

/**
 * Whoever adds or removes a way into an account must have proven what the account asks for, as for a
 * new password.
 *
 * @param task what they are about to do
 * @throws {AuthError} 403 when a second factor counts and was not proven
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
 * Where a new password takes a recent sign-in (`secure_password_change`), so does a new way in: a thief of
 * a session could sign in by it, and would have a recent one. So does a second factor, which would lock the
 * owner out.
 *
 * @throws {AuthError} 400 for a session of more than a day
 */
export function requireRecentSession(auth: Auth, { user, session }: Caller): void {
  if (!auth.config.auth.email.secure_password_change) return;
  if (user.is_anonymous || !session || isRecent(session)) return;
  throw badRequest("reauthentication_needed", "Sign in again to add a way into the account");
}

/** @throws {AuthError} 404 when it is none */
export function factorIdOfPath(c: Context): string {
  const id = c.req.param("factor_id") ?? "";
  if (!uuid.test(id)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  return id;
}

export const factorNotFound = () => new AuthError(404, "mfa_factor_not_found", "Factor not found");

/** @throws {AuthError} 422 where the project does not let factors of this type be used */
export function refuseUnlessVerifiable(
  auth: Auth,
  factor: Factor,
  half: "challenge" | "verify",
): void {
  const { mfa } = auth.config.auth;
  if (factor.factor_type === "phone" && !mfa.phone.verify_enabled) {
    throw unprocessable("mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
  }
  if (factor.factor_type === "totp" && !mfa.totp.verify_enabled) {
    throw unprocessable("mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP");
  }
  if (factor.factor_type === "webauthn" && !mfa.web_authn.verify_enabled) {
    // At the second half the reference's code says "enroll".
    const code = half === "challenge" ? "verify" : "enroll";
    throw unprocessable(
      `mfa_webauthn_${code}_not_enabled`,
      "MFA verification is disabled for WebAuthn",
    );
  }
}
