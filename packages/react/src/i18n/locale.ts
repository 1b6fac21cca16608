import type { Words } from "./en.ts";

/**
 * Texts for errors, by the server's error codes (https://supabase.com/docs/guides/auth/debugging/error-codes). English
 * shows the server's messages; every other locale has these texts. For other codes, and for errors without one, such as
 * those of an application's auth hook, forms show the server's message.
 */
export type ErrorTexts = {
  /** "Invalid login credentials". The text must not reveal whether the e-mail or the password is wrong. */
  readonly invalid_credentials: string;
  /** The password was correct, but the e-mail is not confirmed. */
  readonly email_not_confirmed: string;
  readonly phone_not_confirmed: string;
  readonly user_already_exists: string;
  readonly email_exists: string;
  readonly phone_exists: string;
  readonly email_address_invalid: string;
  /** The server's response to a sign-up without an e-mail. The text asks for an e-mail and a password. */
  readonly anonymous_provider_disabled: string;
  /** An input is missing or malformed. The code does not say which one. */
  readonly validation_failed: string;
  /** The password is too short, has too few kinds of characters, or is known from a data leak. */
  readonly weak_password: string;
  /** The new password equals the old one. */
  readonly same_password: string;
  /** A link or a code is wrong, used or expired. */
  readonly otp_expired: string;
  /** A magic link or code was requested for an address without an account. */
  readonly otp_disabled: string;
  /** The signed-in account has been deleted. */
  readonly user_not_found: string;
  readonly user_banned: string;
  /** The application does not accept new accounts. */
  readonly signup_disabled: string;
  readonly email_provider_disabled: string;
  readonly phone_provider_disabled: string;
  readonly provider_disabled: string;
  /** The e-mail of a social provider is not confirmed; a confirmation e-mail was sent. */
  readonly provider_email_needs_verification: string;
  /** The user declined at the provider. The code is OAuth's; the server has none for this. */
  readonly access_denied: string;
  /**
   * This error and the next three occur when a provider redirects back after a failed social sign-in. The user has to
   * start again.
   */
  readonly bad_oauth_state: string;
  readonly bad_oauth_callback: string;
  readonly flow_state_not_found: string;
  readonly flow_state_expired: string;
  /** A link of the PKCE flow was opened in another browser, twice, or too late. */
  readonly pkce_code_verifier_not_found: string;
  readonly session_not_found: string;
  readonly session_expired: string;
  /** The last sign-in is too old to change the password. */
  readonly reauthentication_needed: string;
  readonly over_email_send_rate_limit: string;
  readonly over_sms_send_rate_limit: string;
  readonly over_request_rate_limit: string;
  readonly sms_send_failed: string;
  readonly unexpected_failure: string;
};

/**
 * A language of the forms, for `<Auth localization={…}>`: the default export of each module under
 * `@portico/react/locales/`. A missing text does not compile.
 *
 * Texts follow the typography of their language: its own quotation marks, apostrophes and spaces before punctuation.
 * Labels, buttons, links and hints have no full stop; messages (confirmations, errors) have one. A loading text ends in
 * "…".
 */
export interface Locale {
  /** BCP 47 tag, for `lang` attributes. */
  readonly lang: string;
  /** The writing direction, for the page's `dir`. The form sets its own `dir` according to `lang`. */
  readonly dir: "ltr" | "rtl";
  readonly variables: Omit<Words, "errors"> & { readonly errors: ErrorTexts };
}
