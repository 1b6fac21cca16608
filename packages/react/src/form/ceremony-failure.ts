import type { Words } from "../i18n/en.ts";
import { failureOf } from "./failure.ts";
import type { Failure } from "./submission.ts";

/** Fields that only signed-in people see. The table of `failureOf` is on every page with a form, so they are not in it. */
const fieldsByCode: { readonly [code: string]: string } = {
  mfa_challenge_expired: "token",
  mfa_verification_failed: "token",
  mfa_verification_rejected: "token",
  reauthentication_needed: "nonce",
  reauthentication_not_valid: "nonce",
};

/**
 * Like `failureOf`, for what asks for a second factor, a passkey or another proof: what the browser says when a person
 * did not go through with a passkey is a page of English for developers.
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
