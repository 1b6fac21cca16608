import type { Words } from "../i18n/en.ts";
import { failureOf } from "./failure.ts";
import type { Failure } from "./submission.ts";

/**
 * The field that each error code is about, for fields that only signed-in users see. `failureOf` has its own table,
 * because every page with a form loads it.
 */
const fieldsByCode: { readonly [code: string]: string } = {
  mfa_challenge_expired: "token",
  mfa_verification_failed: "token",
  mfa_verification_rejected: "token",
  reauthentication_needed: "nonce",
  reauthentication_not_valid: "nonce",
};

/**
 * Returns the message for an error of a form that asks for a second factor, a passkey or another proof. Works like
 * `failureOf`, but replaces the browser's message for a cancelled passkey, which is English and written for developers.
 */
export function ceremonyFailureOf(error: unknown, texts: Words): Failure {
  const failure = failureOf(error, texts);
  const text = texts.errors?.[ceremonyCode(error) ?? ""];
  return {
    message: text ?? failure.message,
    field: failure.field ?? fieldsByCode[codeOf(error) ?? ""],
  };
}

/** Returns the code of a client error. */
export function codeOf(error: unknown): string | undefined {
  const { code }: { code?: unknown } = Object(error);
  return typeof code === "string" ? code : undefined;
}

/**
 * Returns the kit's code for a failed passkey or security key. The client has its own codes for these failures; the
 * browser's `NotAllowedError` does not contain the reason
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
