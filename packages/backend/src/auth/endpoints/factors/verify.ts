import type { Context } from "hono";
import { z } from "zod";
import { isEqualText } from "../../../keys/constant-time.ts";
import { recordAudit, userActor } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { AuthError, badRequest, failure, unprocessable } from "../../errors.ts";
import {
  deleteChallenge,
  findChallenge,
  hashOfCode,
  isExpired,
} from "../../factors/challenge-store.ts";
import { isTotpCode } from "../../factors/totp.ts";
import { openSecret } from "../../factors/totp-secret.ts";
import { completeVerification, useCode } from "../../factors/verification.ts";
import { readKeyResponse, useKey } from "../../factors/webauthn.ts";
import { reportFactorAttempt } from "../../guards/verification-hooks.ts";
import {
  limitByAddress,
  limitFactorAttempts,
  resetFactorAttempts,
} from "../../limits/rate-limits.ts";
import { notify } from "../../messages/notifications.ts";
import { device, readParams, text } from "../../request/parameters.ts";
import type { Grant } from "../../sessions/grants.ts";
import { tokenResponse } from "../../sessions/token-response.ts";
import { type Factor, findFactor } from "../../users/factors.ts";
import { lockUser } from "../../users/users.ts";
import {
  challengeAddressOf,
  challengeNotNeeded,
  factorNotFound,
  refuseUnlessVerifiable,
  requireFactor,
} from "./request.ts";

const schema = z.object({
  challenge_id: z.uuid().nullish(),
  code: text(),
  webauthn: z.object({ type: text(), credential_response: z.unknown().optional() }).nullish(),
});

/**
 * `POST /factors/:factor_id/verify`: checks the code of a challenge. The caller's session becomes `aal2`, the
 * factor becomes verified, and the user's sessions at `aal1` end.
 */
export async function verifyFactor(context: AuthContext, c: Context): Promise<Response> {
  const caller = await requireFactor(context, c);
  await limitByAddress(context, "factor_verify", device(c).address);
  const { challenge_id: challengeId, code: enteredCode, webauthn } = await readParams(c, schema);
  const type = caller.factor.factor_type;
  if (type === "recovery_code") throw challengeNotNeeded();
  const isWebAuthn = type === "webauthn";
  if (!isWebAuthn && enteredCode === "")
    throw badRequest("validation_failed", "Code needs to be non-empty");
  refuseUnlessVerifiable(context, caller.factor, "verify");
  const code = enteredCode.trim();
  const keyResponse = isWebAuthn ? readKeyResponse(webauthn) : undefined;
  const { user, session } = caller;
  if (!session) throw failure("Cannot read SessionId claim as UUID");
  if (!challengeId) throw challengeNotFound();
  if (!keyResponse) {
    await limitFactorAttempts(context, caller.factor.id);
    await reportAttempt(context, c, caller.factor, { challengeId, code });
  }

  const outcome = await context.database.transaction(
    async (connection): Promise<VerificationOutcome | AuthError> => {
      await lockUser(connection, user.id);
      const factor = await findFactor(connection, user.id, caller.factor.id);
      if (!factor) throw factorNotFound();
      const challenge = await findChallenge(connection, factor, challengeId, challengeAddressOf(c));
      if (!challenge) throw challengeNotFound();
      if (challenge.verified_at || !challenge.is_same_address) {
        throw unprocessable(
          "mfa_ip_address_mismatch",
          "Challenge and verify IP addresses mismatch.",
        );
      }
      if (isExpired(challenge)) {
        // Return the error, because throwing it would roll back the deletion of the challenge.
        await deleteChallenge(connection, challenge);
        return unprocessable(
          "mfa_challenge_expired",
          `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
        );
      }
      if (keyResponse) await useKey(context, connection, { factor, challenge }, keyResponse);
      else {
        await useCode(context, connection, { factor, challenge }, code);
        await resetFactorAttempts(connection, factor.id);
      }
      const traits = { factor_id: factor.id, challenge_id: challenge.id, factor_type: type };
      const { address } = device(c);
      await recordAudit(connection, userActor(user), "verification_attempted", traits, address);
      return {
        grant: await completeVerification(context, connection, factor, session.id),
        isNew: factor.status === "unverified",
      };
    },
  );
  if (outcome instanceof AuthError) throw outcome;
  if (outcome.isNew) await notify(context, user, "mfa_factor_enrolled", { factorType: type });
  return c.json(await tokenResponse(context, outcome.grant));
}

/**
 * Calls the project's hook with the result of an attempt before the result takes effect. Without a valid challenge,
 * does nothing.
 */
async function reportAttempt(
  context: AuthContext,
  c: Context,
  factor: Factor,
  { challengeId, code }: { readonly challengeId: string; readonly code: string },
): Promise<void> {
  if (!context.hooks.isEnabled("mfa_verification_attempt")) return;
  const challenge = await findChallenge(
    context.database,
    factor,
    challengeId,
    challengeAddressOf(c),
  );
  if (!challenge?.is_same_address || challenge.verified_at || isExpired(challenge)) return;
  const isValid =
    factor.factor_type === "phone"
      ? isEqualText(challenge.otp_code ?? "", hashOfCode(context, challenge.id, code))
      : isTotpCode(openSecret(context, factor), code);
  await reportFactorAttempt(context, factor, isValid);
}

interface VerificationOutcome {
  readonly grant: Grant;
  /** True if the factor was not verified before. */
  readonly isNew: boolean;
}

const challengeNotFound = () =>
  unprocessable("mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
