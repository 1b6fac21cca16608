import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "../../context.ts";
import { AuthError, badRequest } from "../../errors.ts";
import { type Ceremony, takePasskeyChallenge } from "../../passkeys/challenge-store.ts";
import { findPasskey, type Passkey } from "../../passkeys/passkeys.ts";
import { readParams, text, uuid } from "../../request/parameters.ts";
import { RefusedCredential, UnreadableCredential } from "../../webauthn/credential.ts";

/**
 * Required, because a passkey is the owner's only proof: without a PIN or a biometric, anyone who finds a security key
 * could sign in with a touch. In the reference, user verification is only preferred.
 */
export const userVerification = "required" as const;

/**
 * Returns the user's passkey that the path names.
 *
 * @throws {AuthError} 404 when the user has no such passkey
 */
export async function requirePasskeyOfPath(
  context: AuthContext,
  c: Context,
  userId: string,
): Promise<Passkey> {
  const id = c.req.param("passkey_id") ?? "";
  const passkey = uuid.test(id) ? await findPasskey(context.database, userId, id) : undefined;
  if (!passkey) throw new AuthError(404, "validation_failed", "Passkey not found");
  return passkey;
}

const schema = z.object({ challenge_id: text(), credential: z.unknown().optional() });

/**
 * Reads the browser's response and its challenge. The challenge can be used once.
 *
 * @throws {AuthError} 400 when the challenge is unknown or expired
 */
export async function takeCeremonyResponse(
  context: AuthContext,
  c: Context,
  ceremony: Ceremony,
): Promise<{ readonly challenge: string; readonly credential: unknown }> {
  const { challenge_id: id, credential } = await readParams(c, schema);
  if (id === "") throw badRequest("validation_failed", "challenge_id is required");
  if (credential === undefined) throw badRequest("validation_failed", "credential is required");
  if (!uuid.test(id)) {
    throw badRequest("validation_failed", "challenge_id must be a valid UUID");
  }
  const takenChallenge = await takePasskeyChallenge(context.database, id, ceremony);
  if (!takenChallenge) {
    throw badRequest("webauthn_challenge_not_found", "Challenge not found or already used");
  }
  if (takenChallenge.isExpired)
    throw badRequest("webauthn_challenge_expired", "Challenge has expired");
  return { challenge: takenChallenge.challenge, credential };
}

/** Converts errors of WebAuthn to errors of the wire, and returns other errors unchanged. */
export function toPasskeyError(error: unknown): unknown {
  if (error instanceof UnreadableCredential) {
    return new AuthError(400, "webauthn_verification_failed", "Invalid credential response", {
      cause: error,
    });
  }
  if (error instanceof RefusedCredential) {
    return new AuthError(400, "webauthn_verification_failed", "Credential verification failed", {
      cause: error,
    });
  }
  return error;
}
