import { failureOf } from "../form/failure.ts";
import type { Failure } from "../form/submission.ts";
import type { Words } from "../i18n/en.ts";

/**
 * Puts what went wrong with a change into words. It knows two things beyond `failureOf`: what a
 * browser says when somebody did not go through with a passkey or key, which is a page of English for
 * developers, and which field the newer codes are about.
 */
export function refusalOf(error: unknown, words: Words): Failure {
  const code = ceremonyCode(error) ?? codeOf(error);
  const failure = failureOf(error, words);
  return {
    message: (code && words.errors?.[code]) || failure.message,
    field: failure.field ?? (code && fieldOf(code)),
  };
}

/** The code of an error of the client; undefined for what is none. */
export function codeOf(error: unknown): string | undefined {
  const { code }: { code?: unknown } = Object(error);
  return typeof code === "string" ? code : undefined;
}

/** The field that one of the newer codes is about. */
function fieldOf(code: string): string | undefined {
  switch (code) {
    case "mfa_challenge_expired":
    case "mfa_verification_failed":
    case "mfa_verification_rejected":
      return "token";
    case "reauthentication_needed":
    case "reauthentication_not_valid":
      return "nonce";
    case "current_password_invalid":
    case "current_password_mismatch":
    case "current_password_required":
      return "current_password";
    default:
      return undefined;
  }
}

/**
 * The outcome of a ceremony with a passkey or key: the reference client has codes of its own for it,
 * and the browser's `NotAllowedError` among them says nothing but that it did not happen
 * (https://www.w3.org/TR/webauthn-3/#sctn-privacy-considerations-client).
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
