import type { Words } from "../i18n/en.ts";
import { failureOf } from "./failure.ts";
import type { Failure } from "./submission.ts";

/**
 * The fields that an error code belongs to, for fields that only signed-in users see. Kept apart from the table of
 * `failureOf`, which is part of every page with a form.
 */
const fieldsByCode: { readonly [code: string]: string } = {
  mfa_challenge_expired: "token",
  mfa_verification_failed: "token",
  mfa_verification_rejected: "token",
  reauthentication_needed: "nonce",
  reauthentication_not_valid: "nonce",
};

/**
 * Like `failureOf`, for forms that ask for a second factor, a passkey or another proof. Replaces the browser's message
 * for a cancelled passkey, which is English and written for developers.
 */
export function ceremonyFailureOf(error: unknown, words: Words): Failure {
  const failure = failureOf(error, words);
  const text = words.errors?.[ceremonyCode(error) ?? ""];
  return {
    message: text ?? failure.message,
    field: failure.field ?? fieldsByCode[codeOf(error) ?? ""],
  };
}

/** Returns the code of an error of the client. */
export function codeOf(error: unknown): string | undefined {
  const { code }: { code?: unknown } = Object(error);
  return typeof code === "string" ? code : undefined;
}

/**
 * Returns a code for a failed passkey or security key. The client has its own codes for these failures; the browser's
 * `NotAllowedError` does not tell the reason (https://www.w3.org/TR/webauthn-3/#sctn-privacy-considerations-client).
 */
function ceremonyCode(error: unknown): string | undefined {
  const { code, name, message }: { code?: unknown; name?: unknown; message?: unknown } =
    Object(error);
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") return "webauthn_credential_exists";
  if (String(code).startsWith("ERROR_")) return "webauthn_cancelled";
  if (name === "NotAllowedError" || name === "AbortError") return "webauthn_cancelled";
  if (/does not support WebAuthn/.test(String(message))) return "webauthn_unsupported";
  return undefined;
}
