import type { Context } from "hono";
import { z } from "zod";
import type { Auth } from "../context.ts";
import { AuthError, badRequest } from "../errors.ts";
import { readParams, text, uuid } from "../request/parameters.ts";
import { RefusedCredential, UnreadableCredential } from "../webauthn/credential.ts";
import { type Ceremony, takePasskeyChallenge } from "./challenge-store.ts";
import { findPasskey, type Passkey } from "./passkeys.ts";

/**
 * A passkey is the only proof of its owner: without a PIN or a biometric, a found or borrowed security
 * key would open the account by a touch. The reference prefers verification, and accepts a touch.
 */
export const userVerification = "required" as const;

/** @throws {AuthError} 404 if passkeys are disabled */
export function requirePasskeysEnabled(auth: Auth): void {
  if (!auth.config.auth.passkey?.enabled) {
    throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
  }
}

/** @throws {AuthError} 404 when the path names no passkey of the user */
export async function passkeyOfPath(auth: Auth, c: Context, userId: string): Promise<Passkey> {
  const id = c.req.param("passkey_id") ?? "";
  const passkey = uuid.test(id) ? await findPasskey(auth.database, userId, id) : undefined;
  if (!passkey) throw new AuthError(404, "validation_failed", "Passkey not found");
  return passkey;
}

const schema = z.object({ challenge_id: text(), credential: z.unknown().optional() });

/**
 * Ends a ceremony: the browser's answer, and the challenge that it should answer. The challenge is used
 * up in any case.
 *
 * @throws {AuthError} 400 when the challenge is unknown or expired
 */
export async function takeCeremonyAnswer(
  auth: Auth,
  c: Context,
  ceremony: Ceremony,
): Promise<{ readonly challenge: string; readonly credential: unknown }> {
  const { challenge_id: id, credential } = await readParams(c, schema);
  if (id === "") throw badRequest("validation_failed", "challenge_id is required");
  if (credential === undefined) throw badRequest("validation_failed", "credential is required");
  if (!uuid.test(id)) {
    throw badRequest("validation_failed", "challenge_id must be a valid UUID");
  }
  const taken = await takePasskeyChallenge(auth.database, id, ceremony);
  if (!taken) {
    throw badRequest("webauthn_challenge_not_found", "Challenge not found or already used");
  }
  if (taken.isExpired) throw badRequest("webauthn_challenge_expired", "Challenge has expired");
  return { challenge: taken.challenge, credential };
}

/** The wire's refusal of an answer that proves nothing; other errors as they are. */
export function refusalOf(error: unknown): unknown {
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
