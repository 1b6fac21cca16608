/** The texts of the actions after an error. */
export const help = {
  resend: "Resend confirmation email",
  wait: "Try again in {{seconds}} s",
  again: "Try again",
};

/**
 * The text for a missing session. The client reports this without a request to the server, with a message of its own.
 */
export const sessionEnded = "Your session has ended. Sign in again.";

/**
 * Texts for the errors that the forms' locales do not cover. English has none, because it shows the server's messages.
 */
export interface ReasonTexts {
  readonly not_allowed: string;
  readonly not_available: string;
  /** The requested object no longer exists. */
  readonly gone: string;
  readonly network_changed: string;
  readonly code_wrong: string;
  readonly code_needed: string;
  readonly second_step_needed: string;
  readonly other_step_needed: string;
  readonly too_many_steps: string;
  readonly step_name_taken: string;
  readonly step_exists: string;
  readonly last_way_in: string;
  /** The e-mail address of the provider account belongs to another account. */
  readonly identity_in_conflict: string;
  readonly identity_taken: string;
  /** The captcha was not solved. */
  readonly robot: string;
  readonly email_refused: string;
  readonly sso_off: string;
  readonly sso_unknown: string;
  readonly sso_faulty: string;
  /** The account is managed by an organization's identity provider. */
  readonly sso_managed: string;
}
