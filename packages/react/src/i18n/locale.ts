import type { Words } from "./en.ts";

/**
 * Texts for the errors that the forms meet, by the server's codes
 * (https://supabase.com/docs/guides/auth/debugging/error-codes). English shows the server's own
 * sentences; every other locale has these. What has no code here, such as an application's own
 * refusal in an auth hook, is shown as the server says it.
 */
export type ErrorTexts = {
  /** "Invalid login credentials": which of the two is wrong is not said. */
  readonly invalid_credentials: string;
  /** Signed in with the right password before following the link in the confirmation e-mail. */
  readonly email_not_confirmed: string;
  readonly phone_not_confirmed: string;
  readonly user_already_exists: string;
  readonly email_exists: string;
  readonly phone_exists: string;
  readonly email_address_invalid: string;
  /** The server's answer to a sign-up without an address: it asks for one and for a password. */
  readonly anonymous_provider_disabled: string;
  /** Something entered is missing or malformed, and the server did not say by code what. */
  readonly validation_failed: string;
  /** Too short, of too few kinds of characters, or known from a leak. */
  readonly weak_password: string;
  /** The new password is the old one. */
  readonly same_password: string;
  /** A link or a code that is wrong, used up or too old. */
  readonly otp_expired: string;
  /** A magic link or code was asked for an address that has no account. */
  readonly otp_disabled: string;
  /** The account that was signed in has been deleted. */
  readonly user_not_found: string;
  readonly user_banned: string;
  /** The application takes no new accounts. */
  readonly signup_disabled: string;
  readonly email_provider_disabled: string;
  readonly phone_provider_disabled: string;
  readonly provider_disabled: string;
  /** The address that a social provider gave is not confirmed; an e-mail to confirm it was sent. */
  readonly provider_email_needs_verification: string;
  /** The person declined at the provider: the error of OAuth, which comes without a code. */
  readonly access_denied: string;
  /** This and the next three: a social sign-in went astray on its way back. Begin again. */
  readonly bad_oauth_state: string;
  readonly bad_oauth_callback: string;
  readonly flow_state_not_found: string;
  readonly flow_state_expired: string;
  /** A link of the PKCE flow was opened in another browser, or again, or too late. */
  readonly pkce_code_verifier_not_found: string;
  readonly session_not_found: string;
  readonly session_expired: string;
  /** Signed in too long ago to change the password: sign in again first. */
  readonly reauthentication_needed: string;
  readonly over_email_send_rate_limit: string;
  readonly over_sms_send_rate_limit: string;
  readonly over_request_rate_limit: string;
  readonly sms_send_failed: string;
  readonly unexpected_failure: string;
};

/**
 * A language of the forms, for `<Auth localization={…}>`: the default export of each module under
 * `@portico/react/locales/`. Complete by type: a word that is missing does not compile.
 *
 * Texts follow their language's typography, not English's: its own quotation marks, apostrophes
 * and spaces before punctuation. Labels, buttons, links and hints have no full stop, messages
 * (confirmations, errors) have one. A loading text ends in "…".
 */
export interface Locale {
  /** BCP 47 tag, for `lang` attributes. */
  readonly lang: string;
  /** The direction of writing, for the page's own `dir`; the form sets its own by `lang`. */
  readonly dir: "ltr" | "rtl";
  readonly variables: Omit<Words, "errors"> & { readonly errors: ErrorTexts };
}
