import type { Context } from "hono";
import { isLoopback } from "../../../http/caller/ip-address.ts";
import type { AuthContext } from "../../context.ts";
import { AuthError, badRequest, unprocessable } from "../../errors.ts";
import { requirePermanentCaller } from "../../guards/second-factor.ts";
import type { SignedInCaller } from "../../identify-caller.ts";
import { device, uuid } from "../../request/parameters.ts";
import { type Factor, findFactor } from "../../users/factors.ts";

/** Returns the caller (see {@link requirePermanentCaller}), and the caller's factor that the path names. */
export async function requireFactor(
  context: AuthContext,
  c: Context,
): Promise<SignedInCaller & { readonly factor: Factor }> {
  const caller = await requirePermanentCaller(context, c);
  const factor = await findFactor(context.database, caller.user.id, readFactorId(c));
  if (!factor) throw factorNotFound();
  return { ...caller, factor };
}

/**
 * Reads the factor's id from the path.
 *
 * @throws {AuthError} 404 when it is not a UUID
 */
export function readFactorId(c: Context): string {
  const id = c.req.param("factor_id") ?? "";
  if (!uuid.test(id)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  return id;
}

export const factorNotFound = () => new AuthError(404, "mfa_factor_not_found", "Factor not found");

/** Returns the error for a challenge of recovery codes, which are verified without a challenge. */
export const challengeNotNeeded = () =>
  badRequest(
    "validation_failed",
    "Recovery codes have no challenge: use /factors/recovery-codes/verify",
  );

/** @throws {AuthError} 422 if the project does not allow factors of this type */
export function refuseUnlessVerifiable(
  context: AuthContext,
  factor: Factor,
  step: "challenge" | "verify",
): void {
  const { mfa } = context.config.auth;
  if (factor.factor_type === "phone" && !mfa.phone.verify_enabled) {
    throw unprocessable("mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
  }
  if (factor.factor_type === "totp" && !mfa.totp.verify_enabled) {
    throw unprocessable("mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP");
  }
  if (factor.factor_type === "webauthn" && !mfa.web_authn.verify_enabled) {
    // When verifying, the reference's error code says "enroll".
    const code = step === "challenge" ? "verify" : "enroll";
    throw unprocessable(
      `mfa_webauthn_${code}_not_enabled`,
      "MFA verification is disabled for WebAuthn",
    );
  }
}

/**
 * Returns the IP address that a challenge is bound to. All loopback addresses are treated as one, because local
 * browsers switch between IPv4 and IPv6.
 */
export function challengeAddressOf(c: Context): string {
  const { address } = device(c);
  return address === undefined || isLoopback(address) ? "127.0.0.1" : address;
}
