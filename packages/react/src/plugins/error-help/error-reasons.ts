import type { ErrorTexts } from "../../i18n/locale.ts";
import type { AuthError } from "../../supabase-types.ts";
import type { ReasonTexts } from "./en.ts";

type Literal<Code> = Code extends string ? (string extends Code ? never : Code) : never;

/** Every error code that the client declares (`lib/error-codes.ts`). The oldest versions declare none. */
export type ErrorCode = AuthError extends { code?: infer Code } ? Literal<Code> : never;

/** The reason for a failure, from the user's perspective. Several codes can have the same reason. */
export type ErrorReason = keyof ErrorTexts | keyof ReasonTexts;

/** The codes that are also the name of their reason. */
type Own = keyof ErrorTexts & ErrorCode;

/**
 * The reason for each of the other codes. If the client adds a code, this does not compile until the code has a reason.
 */
export const errorReasons: Readonly<Record<Exclude<ErrorCode, Own>, ErrorReason>> = {
  bad_json: "unexpected_failure",
  conflict: "unexpected_failure",
  hook_timeout: "unexpected_failure",
  hook_timeout_after_retry: "unexpected_failure",
  hook_payload_over_size_limit: "unexpected_failure",
  hook_payload_invalid_content_type: "unexpected_failure",
  request_timeout: "unexpected_failure",
  bad_jwt: "session_expired",
  no_authorization: "session_expired",
  refresh_token_not_found: "session_expired",
  refresh_token_already_used: "session_expired",
  not_admin: "not_allowed",
  mfa_verification_rejected: "not_allowed",
  invite_not_found: "otp_expired",
  reauthentication_not_valid: "otp_expired",
  reauth_nonce_missing: "code_needed",
  unexpected_audience: "bad_oauth_callback",
  bad_code_verifier: "bad_oauth_callback",
  saml_relay_state_not_found: "flow_state_not_found",
  saml_relay_state_expired: "flow_state_expired",
  mfa_challenge_expired: "flow_state_expired",
  webauthn_challenge_expired: "flow_state_expired",
  oauth_provider_not_supported: "provider_disabled",
  manual_linking_disabled: "not_available",
  mfa_phone_enroll_not_enabled: "not_available",
  mfa_phone_verify_not_enabled: "not_available",
  mfa_totp_enroll_not_enabled: "not_available",
  mfa_totp_verify_not_enabled: "not_available",
  mfa_webauthn_enroll_not_enabled: "not_available",
  mfa_webauthn_verify_not_enabled: "not_available",
  mfa_recovery_codes_enroll_not_enabled: "not_available",
  mfa_recovery_codes_verify_not_enabled: "not_available",
  mfa_recovery_codes_locked: "over_request_rate_limit",
  mfa_recovery_codes_sole_factor: "other_step_needed",
  mfa_verified_factor_exists: "step_exists",
  mfa_factor_name_conflict: "step_name_taken",
  mfa_factor_not_found: "gone",
  mfa_ip_address_mismatch: "network_changed",
  mfa_verification_failed: "code_wrong",
  too_many_enrolled_mfa_factors: "too_many_steps",
  insufficient_aal: "second_step_needed",
  identity_not_found: "gone",
  identity_already_exists: "identity_taken",
  single_identity_not_deletable: "last_way_in",
  email_conflict_identity_not_deletable: "identity_in_conflict",
  captcha_failed: "robot",
  email_address_not_authorized: "email_refused",
  saml_provider_disabled: "sso_off",
  saml_idp_not_found: "sso_unknown",
  sso_provider_not_found: "sso_unknown",
  saml_assertion_no_user_id: "sso_faulty",
  saml_assertion_no_email: "sso_faulty",
  saml_metadata_fetch_failed: "sso_faulty",
  saml_idp_already_exists: "sso_faulty",
  sso_domain_already_exists: "sso_faulty",
  saml_entity_id_mismatch: "sso_faulty",
  user_sso_managed: "sso_managed",
};
