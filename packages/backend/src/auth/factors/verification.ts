import type { Connection } from "../../database/port.ts";
import { isEqualText } from "../../keys/constant-time.ts";
import type { AuthContext } from "../context.ts";
import { forbidden, sessionNotFound, tokenUserNotFound, unprocessable } from "../errors.ts";
import { raiseSession } from "../sessions/assurance.ts";
import { createGrant, type Grant } from "../sessions/grants.ts";
import { requireActiveSession } from "../sessions/refresh-token-rotation.ts";
import { lockSession } from "../sessions/sessions.ts";
import { factorMethods } from "../users/authentication-methods.ts";
import { type Factor, markFactorVerified, needsSecondFactor } from "../users/factors.ts";
import { lockUser } from "../users/users.ts";
import {
  type ChallengedFactor,
  closeChallenge,
  hashOfCode,
  wasCodeUsed,
} from "./challenge-store.ts";
import { isTotpCode } from "./totp.ts";
import { openSecret, sealImportedSecret } from "./totp-secret.ts";

/** @throws {AuthError} 422 when the code is wrong or has expired */
export async function useCode(
  context: AuthContext,
  connection: Connection,
  { factor, challenge }: ChallengedFactor,
  code: string,
): Promise<void> {
  if (factor.factor_type === "phone") {
    const hash = hashOfCode(context, challenge.id, code);
    if (!isEqualText(challenge.otp_code ?? "", hash)) {
      throw unprocessable("mfa_verification_failed", "Invalid MFA Phone code entered");
    }
    return closeChallenge(connection, challenge, hash);
  }
  const hash = hashOfCode(context, factor.id, code);
  const isValid = isTotpCode(openSecret(context, factor), code);
  if (!isValid || (await wasCodeUsed(connection, factor, hash))) {
    throw unprocessable("mfa_verification_failed", "Invalid TOTP code entered");
  }
  await sealImportedSecret(context, connection, factor);
  return closeChallenge(connection, challenge, hash);
}

/**
 * Marks the factor as verified, and raises the session to aal2.
 *
 * @throws {AuthError} 403 if the session has ended, the user was deleted, or the session needs another factor first; 400
 *   if the session has expired
 */
export async function completeVerification(
  context: AuthContext,
  connection: Connection,
  factor: Factor,
  sessionId: string,
): Promise<Grant> {
  const session = await lockSession(connection, sessionId);
  if (!session) {
    throw sessionNotFound();
  }
  // Check the session, because its access token stays valid for a while after the session has ended.
  await requireActiveSession(context, connection, session);
  // A pending enrollment must not bypass a factor that was verified in the meantime: the person who started the
  // enrollment may only have known the password.
  if (
    factor.status !== "verified" &&
    (await needsSecondFactor(connection, factor.user_id, session))
  ) {
    throw forbidden("insufficient_aal", "AAL2 required to verify a new factor");
  }
  const counter = (session.refresh_token_counter ?? 0) + 1;
  await markFactorVerified(connection, factor);
  await raiseSession(connection, session.id, factor, counter);
  const raisedSession = (await lockSession(connection, session.id)) ?? session;
  const user = await lockUser(connection, factor.user_id);
  if (!user) throw tokenUserNotFound();
  const continuedSession = { session: raisedSession, user, counter };
  return createGrant(context, connection, continuedSession, factorMethods[factor.factor_type]);
}
