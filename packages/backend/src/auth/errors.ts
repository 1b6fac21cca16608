import { DatabaseError, DatabaseUnavailable, isDiskFull } from "../database/errors.ts";
import { isRetryable } from "../database/retry.ts";

/** The error codes of the auth wire (supabase/auth, `internal/api/apierrors/errorcode.go`). */
export type AuthErrorCode =
  | "anonymous_provider_disabled"
  | "bad_code_verifier"
  | "bad_json"
  | "bad_jwt"
  | "bad_oauth_callback"
  | "bad_oauth_state"
  | "captcha_failed"
  | "conflict"
  | "current_password_invalid"
  | "current_password_required"
  | "custom_provider_not_found"
  | "email_conflict_identity_not_deletable"
  | "email_exists"
  | "email_not_confirmed"
  | "email_provider_disabled"
  | "feature_disabled"
  | "flow_state_expired"
  | "flow_state_not_found"
  | "hook_payload_invalid_content_type"
  | "hook_payload_over_size_limit"
  | "hook_timeout"
  | "hook_timeout_after_retry"
  | "identity_already_exists"
  | "identity_not_found"
  | "insufficient_aal"
  | "invalid_credentials"
  | "manual_linking_disabled"
  | "mfa_challenge_expired"
  | "mfa_factor_name_conflict"
  | "mfa_factor_not_found"
  | "mfa_ip_address_mismatch"
  | "mfa_phone_enroll_not_enabled"
  | "mfa_phone_verify_not_enabled"
  | "mfa_recovery_codes_enroll_not_enabled"
  | "mfa_recovery_codes_locked"
  | "mfa_recovery_codes_sole_factor"
  | "mfa_recovery_codes_verify_not_enabled"
  | "mfa_totp_enroll_not_enabled"
  | "mfa_totp_verify_not_enabled"
  | "mfa_verification_failed"
  | "mfa_verification_rejected"
  | "mfa_verified_factor_exists"
  | "mfa_webauthn_enroll_not_enabled"
  | "mfa_webauthn_verify_not_enabled"
  | "no_authorization"
  | "not_admin"
  | "oauth_authorization_not_found"
  | "oauth_client_not_found"
  | "oauth_consent_not_found"
  | "oauth_dynamic_client_registration_disabled"
  | "oauth_provider_not_supported"
  | "otp_disabled"
  | "otp_expired"
  | "over_email_send_rate_limit"
  | "over_request_rate_limit"
  | "over_sms_send_rate_limit"
  | "passkey_disabled"
  | "phone_exists"
  | "phone_not_confirmed"
  | "phone_provider_disabled"
  | "provider_disabled"
  | "provider_email_needs_verification"
  | "reauthentication_needed"
  | "reauthentication_not_valid"
  | "refresh_token_already_used"
  | "refresh_token_not_found"
  | "request_entity_too_large"
  | "request_timeout"
  | "same_password"
  | "saml_assertion_no_email"
  | "saml_assertion_no_user_id"
  | "saml_entity_id_mismatch"
  | "saml_idp_already_exists"
  | "saml_idp_not_found"
  | "saml_metadata_fetch_failed"
  | "saml_provider_disabled"
  | "saml_relay_state_expired"
  | "saml_relay_state_not_found"
  | "session_expired"
  | "session_not_found"
  | "signup_disabled"
  | "single_identity_not_deletable"
  | "sms_send_failed"
  | "sso_domain_already_exists"
  | "sso_provider_disabled"
  | "sso_provider_not_found"
  | "too_many_enrolled_mfa_factors"
  | "too_many_passkeys"
  | "unexpected_failure"
  | "unknown"
  | "user_already_exists"
  | "user_banned"
  | "user_not_found"
  | "user_sso_managed"
  | "validation_failed"
  | "weak_password"
  | "web3_provider_disabled"
  | "web3_unsupported_chain"
  | "webauthn_challenge_expired"
  | "webauthn_challenge_not_found"
  | "webauthn_credential_exists"
  | "webauthn_verification_failed";

/** An error of the auth wire: status, code, and a message for the user. */
export class AuthError extends Error {
  override readonly name = "AuthError";
  readonly status: number;
  readonly code: AuthErrorCode;
  /** Seconds after which a retry may succeed, if known. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: AuthErrorCode,
    message: string,
    options: ErrorOptions & { readonly retryAfter?: number } = {},
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}

/** The error for a password that breaks the project's rules. Names those rules. */
export class WeakPassword extends AuthError {
  readonly reasons: readonly ("length" | "characters" | "pwned")[];

  constructor(message: string, reasons: WeakPassword["reasons"]) {
    super(422, "weak_password", message);
    this.reasons = reasons;
  }
}

/**
 * An error of the OAuth token endpoint. The reference sends only its own format; this error also has OAuth's members,
 * so that OAuth libraries can read it.
 */
export class OAuthTokenRefusal extends AuthError {
  readonly error: "invalid_client" | "invalid_grant" | "invalid_request";

  constructor(error: OAuthTokenRefusal["error"], code: AuthErrorCode, message: string) {
    super(400, code, message);
    this.error = error;
  }
}

/** An error in OAuth's format (RFC 6749, section 5.2), which Supabase Auth also uses for ID tokens. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly error: string;

  constructor(error: string, description: string, options?: ErrorOptions) {
    super(description, options);
    this.error = error;
  }
}

export const badRequest = (code: AuthErrorCode, message: string) =>
  new AuthError(400, code, message);
export const forbidden = (code: AuthErrorCode, message: string) =>
  new AuthError(403, code, message);
export const unprocessable = (code: AuthErrorCode, message: string) =>
  new AuthError(422, code, message);
export const tooMany = (code: AuthErrorCode, message: string, retryAfter: number) =>
  new AuthError(429, code, message, { retryAfter });
export const failure = (message: string, cause?: unknown) =>
  isDiskFull(cause)
    ? unavailable("The disk of the database is full, try again later", cause)
    : new AuthError(500, "unexpected_failure", message, { cause });

// Errors that several endpoints share.

export const userBanned = () => forbidden("user_banned", "User is banned");
export const invalidCode = () => forbidden("otp_expired", "Token has expired or is invalid");
export const sessionNotFound = () =>
  forbidden("session_not_found", "Session from session_id claim in JWT does not exist");
export const tokenUserNotFound = () =>
  forbidden("user_not_found", "User from sub claim in JWT does not exist");
export const linkingTargetNotFound = () =>
  unprocessable("user_not_found", "Linking target user not found");

/** Returns the error for an unexpected failure. Its cause is only logged. */
export function unexpected(cause: unknown): AuthError {
  if (cause instanceof DatabaseUnavailable)
    return unavailable("The database is not available, try again later", cause);
  return failure("Unexpected failure, please check server logs for more information", cause);
}

const unavailable = (message: string, cause: unknown) =>
  new AuthError(503, "unexpected_failure", message, { cause });

/**
 * Returns a handler for a database error in an administrator's request. As in the reference, every cause,
 * even a taken address, gives the same 500; the cause is logged.
 *
 * @throws {AuthError} 500
 */
export function failureHandler(message: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof DatabaseUnavailable) throw error;
    // Validation errors do not come from the database, so they keep their own response.
    const isValidationError = error instanceof AuthError && error.code === "validation_failed";
    throw isValidationError ? error : failure(message, error);
  };
}

/**
 * Returns a handler for a failed write, which one of the project's triggers has most likely caused. The cause is
 * logged. Rethrows conflicts, whose transaction is retried, and taken addresses and identities.
 *
 * @throws {AuthError} 500
 */
export function writeFailureHandler(message: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof DatabaseError) || isRetryable(error)) throw error;
    const isTaken = error.code === "23505" && error.schema === "auth";
    throw isTaken ? error : failure(message, error);
  };
}
