/*
 * Recovery codes replace a second factor that its owner has lost. The shapes, statuses and codes are those that auth-js
 * 2.119 documents (`AuthMFARecoveryCodesApi`); the reference's source is not published.
 */
import type { Context } from "hono";
import { z } from "zod";
import type { Connection } from "../../../database/port.ts";
import { type AuditAction, recordAudit, userActor } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { failure, forbidden, sessionNotFound, unprocessable } from "../../errors.ts";
import { refuseLongName, refuseTakenName } from "../../factors/factor-name.ts";
import {
  countRecoveryCodes,
  findRecoveryCodes,
  isRecoveryCodes,
  isUnusedRecoveryCode,
  replaceRecoveryCodes,
  useRecoveryCode,
} from "../../factors/recovery-codes.ts";
import { removeFactor } from "../../factors/remove-factor.ts";
import { completeVerification } from "../../factors/verification.ts";
import { requirePermanentCaller, requireRecentSession } from "../../guards/second-factor.ts";
import { reportFactorAttempt } from "../../guards/verification-hooks.ts";
import type { SignedInCaller } from "../../identify-caller.ts";
import {
  limitByAddress,
  limitFactorAttempts,
  resetFactorAttempts,
  unlockRecoveryCodes,
} from "../../limits/rate-limits.ts";
import { notify } from "../../messages/notifications.ts";
import { device, readParams, text } from "../../request/parameters.ts";
import { lockSession, type Session } from "../../sessions/sessions.ts";
import { tokenResponse } from "../../sessions/token-response.ts";
import { createFactor, type Factor, factorsOf, markFactorVerified } from "../../users/factors.ts";
import { lockUser, type User } from "../../users/users.ts";
import { factorNotFound } from "./request.ts";

/** `GET /factors/recovery-codes`: returns how many codes the user has, and how many are unused. */
export async function recoveryCodesStatus(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await requirePermanentCaller(context, c);
  const factor = await findRecoveryCodes(context.database, user.id);
  if (!factor) throw factorNotFound();
  const count = await countRecoveryCodes(context.database, factor);
  return c.json({ id: factor.id, type: factor.factor_type, ...count });
}

const creationSchema = z.object({ friendly_name: text() });

/** `POST /factors/recovery-codes`: creates the user's codes. No later response contains them. */
export async function createRecoveryCodes(context: AuthContext, c: Context): Promise<Response> {
  const caller = await requireOwner(context, c);
  refuseUnlessEnrollable(context);
  requireRecentSession(context, caller);
  const { friendly_name: requestedName } = await readParams(c, creationSchema, {
    mayBeEmpty: true,
  });
  const name = requestedName || "Recovery codes";
  refuseLongName(name);
  const newCodes = await changeCodes(context, caller, async (connection) => {
    const factors = await factorsOf(connection, caller.user.id);
    const isVerified = (factor: Factor) => factor.status === "verified";
    if (!factors.some((factor) => isVerified(factor) && !isRecoveryCodes(factor))) {
      throw unprocessable(
        "mfa_recovery_codes_sole_factor",
        "Recovery codes require another verified factor",
      );
    }
    if (factors.some(isRecoveryCodes)) {
      throw unprocessable(
        "mfa_verified_factor_exists",
        "Recovery codes already exist, regenerate them to get new ones",
      );
    }
    refuseTakenName(factors, name);
    const factor = await createFactor(connection, caller.user.id, {
      factor_type: "recovery_code",
      friendly_name: name,
    });
    await markFactorVerified(connection, factor);
    await recordFactorAudit(connection, c, caller.user, "factor_in_progress", factor);
    return { factor, codes: await replaceRecoveryCodes(context, connection, factor) };
  });
  await notify(context, caller.user, "mfa_factor_enrolled", { factorType: "recovery_code" });
  return c.json(renderCodes(newCodes));
}

/** `POST /factors/recovery-codes/regenerate`: replaces all codes, used and unused. */
export async function regenerateRecoveryCodes(context: AuthContext, c: Context): Promise<Response> {
  const caller = await requireOwner(context, c);
  refuseUnlessEnrollable(context);
  const newCodes = await changeCodes(context, caller, async (connection) => {
    const factor = await findRecoveryCodes(connection, caller.user.id);
    if (!factor) throw factorNotFound();
    await unlockRecoveryCodes(connection, factor.id);
    await recordFactorAudit(connection, c, caller.user, "factor_updated", factor);
    return { factor, codes: await replaceRecoveryCodes(context, connection, factor) };
  });
  return c.json(renderCodes(newCodes));
}

const verificationSchema = z.object({ code: text() });

/**
 * `POST /factors/recovery-codes/verify`: uses up a code. The caller's session becomes `aal2`, and the user's sessions
 * at `aal1` end.
 */
export async function verifyRecoveryCode(context: AuthContext, c: Context): Promise<Response> {
  const { user, session } = await requireOwner(context, c);
  await limitByAddress(context, "factor_verify", device(c).address);
  if (!factorSettings(context).some((factor) => factor.verify_enabled)) {
    throw unprocessable(
      "mfa_recovery_codes_verify_not_enabled",
      "MFA verification is disabled for recovery codes",
    );
  }
  const { code } = await readParams(c, verificationSchema);
  const currentFactor = await findRecoveryCodes(context.database, user.id);
  if (!currentFactor) throw factorNotFound();
  await limitFactorAttempts(context, currentFactor.id, "mfa_recovery_codes_locked");
  if (context.hooks.isEnabled("mfa_verification_attempt")) {
    const isValid = await isUnusedRecoveryCode(context, context.database, currentFactor, code);
    await reportFactorAttempt(context, currentFactor, isValid);
  }
  const grant = await context.database.transaction(async (connection) => {
    await lockUser(connection, user.id);
    const factor = await findRecoveryCodes(connection, user.id);
    if (!factor) throw factorNotFound();
    if (!(await useRecoveryCode(context, connection, factor, code))) {
      throw unprocessable("mfa_verification_failed", "Invalid recovery code entered");
    }
    await resetFactorAttempts(connection, factor.id);
    await recordFactorAudit(connection, c, user, "verification_attempted", factor);
    return completeVerification(context, connection, factor, session.id);
  });
  return c.json(await tokenResponse(context, grant));
}

/** `DELETE /factors/recovery-codes`: removes the factor with its codes. */
export async function removeRecoveryCodes(context: AuthContext, c: Context): Promise<Response> {
  const caller = await requireOwner(context, c);
  const id = await changeCodes(context, caller, async (connection) => {
    const factor = await findRecoveryCodes(connection, caller.user.id);
    if (!factor) throw factorNotFound();
    await removeFactor(connection, factor);
    await recordFactorAudit(connection, c, caller.user, "factor_unenrolled", factor);
    return factor.id;
  });
  await notify(context, caller.user, "mfa_factor_unenrolled", { factorType: "recovery_code" });
  return c.json({ id });
}

type Owner = SignedInCaller & { readonly session: Session };

async function requireOwner(context: AuthContext, c: Context): Promise<Owner> {
  const caller = await requirePermanentCaller(context, c);
  if (!caller.session) throw failure("A valid session is required to use recovery codes");
  return { ...caller, session: caller.session };
}

function refuseUnlessEnrollable(context: AuthContext): void {
  if (factorSettings(context).some((factor) => factor.enroll_enabled)) return;
  throw unprocessable(
    "mfa_recovery_codes_enroll_not_enabled",
    "MFA enroll is disabled for recovery codes",
  );
}

/** Returns the settings of the factors that recovery codes replace, because recovery codes have none of their own. */
function factorSettings({ config }: AuthContext) {
  const { totp, phone, web_authn: webAuthn } = config.auth.mfa;
  return [totp, phone, webAuthn];
}

/**
 * Changes the user's codes in a transaction.
 *
 * @throws {AuthError} 403 unless the session is at aal2
 */
function changeCodes<T>(
  context: AuthContext,
  { user, session }: Owner,
  change: (connection: Connection) => Promise<T>,
): Promise<T> {
  return context.database.transaction(async (connection) => {
    await lockUser(connection, user.id);
    const current = await lockSession(connection, session.id);
    if (!current) throw sessionNotFound();
    if (current.aal !== "aal2") {
      throw forbidden("insufficient_aal", "AAL2 required to manage recovery codes");
    }
    return change(connection);
  });
}

function recordFactorAudit(
  connection: Connection,
  c: Context,
  user: User,
  action: AuditAction,
  { id: factor_id, factor_type }: Factor,
): Promise<void> {
  return recordAudit(
    connection,
    userActor(user),
    action,
    { factor_id, factor_type },
    device(c).address,
  );
}

function renderCodes({
  factor,
  codes,
}: {
  readonly factor: Factor;
  readonly codes: readonly string[];
}): object {
  const { id, factor_type: type, friendly_name } = factor;
  return { id, type, friendly_name, total: codes.length, codes };
}
