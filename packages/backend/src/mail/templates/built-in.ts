/** The e-mails that carry a link, a code or both: `[auth.email.template.*]`. */
export type TemplateKind =
  | "confirmation"
  | "invite"
  | "magic_link"
  | "recovery"
  | "email_change"
  | "reauthentication";

/** The e-mails that report a change to the account: `[auth.email.notification.*]`. */
export type NotificationKind =
  | "password_changed"
  | "email_changed"
  | "phone_changed"
  | "identity_linked"
  | "identity_unlinked"
  | "mfa_factor_enrolled"
  | "mfa_factor_unenrolled";

export type EmailKind = TemplateKind | NotificationKind;

/**
 * The texts of a built-in e-mail, in the template language. Both the HTML and the plain text are rendered from these
 * texts, so they always agree.
 */
export interface BuiltInEmail {
  /** The subjects are those of Supabase Auth (internal/mailer/templatemailer). */
  readonly subject: string;
  readonly heading: string;
  readonly body: string;
  /** The text of the button, which leads to `.ConfirmationURL`. */
  readonly button?: string;
  /** The text before the code, `.Token`. */
  readonly code?: string;
  /** How long the link and code are valid, and what to do if the user did not request the e-mail. */
  readonly closing: readonly string[];
}

/**
 * The built-in e-mails.
 *
 * @param validity how long links and codes are valid, in words such as "one hour"
 */
export function builtInEmails(validity: string): Readonly<Record<EmailKind, BuiltInEmail>> {
  const linkAndCode = `The link and code can be used once and expire in ${validity}.`;
  const alarm =
    "If this wasn't you, reset your password now and contact the team at {{ .SiteURL }}.";
  return {
    confirmation: {
      subject: "Confirm your email address",
      heading: "Confirm your email address",
      body: "Welcome! To finish signing up, confirm that {{ .Email }} is your email address.",
      button: "Confirm email address",
      code: "Or enter this code on the page where you signed up:",
      closing: [
        linkAndCode,
        "If you didn't sign up, you can ignore this email. Your address won't be confirmed.",
      ],
    },
    invite: {
      subject: "You've been invited",
      heading: "You've been invited",
      body: "Welcome! You've been invited to create an account for {{ .Email }}.",
      button: "Accept invitation",
      code: "Or enter this code on the sign-in page:",
      closing: [linkAndCode, "If you weren't expecting this, you can ignore this email."],
    },
    magic_link: {
      subject: "Your sign-in link",
      heading: "Your sign-in link",
      body: "Use this link to sign in as {{ .Email }} without a password.",
      button: "Sign in",
      code: "Or enter this code on the page where you requested it:",
      closing: [
        linkAndCode,
        "If you didn't try to sign in, you can ignore this email. No one can sign in without this link or code.",
      ],
    },
    recovery: {
      subject: "Reset your password",
      heading: "Reset your password",
      body: "We received a request to reset the password for {{ .Email }}.",
      button: "Set a new password",
      code: "Or enter this code on the page where you requested it:",
      closing: [
        linkAndCode,
        "If you didn't request this, you can ignore this email. Your password won't change.",
      ],
    },
    email_change: {
      subject: "Confirm your new email address",
      heading: "Confirm your new email address",
      body: "Confirm that you want to change the email address of your account{{ if .Email }} from {{ .Email }}{{ end }} to {{ .NewEmail }}.",
      button: "Confirm change",
      code: "Or enter this code on the page where you requested it:",
      closing: [
        linkAndCode,
        "If you didn't request this, don't confirm it. Your email address won't change, but we recommend changing your password.",
      ],
    },
    reauthentication: {
      subject: "{{ .Token }} is your verification code",
      heading: "Your verification code",
      body: "Enter this code to confirm that it's you.",
      code: "",
      closing: [
        `The code can be used once and expires in ${validity}.`,
        "If you didn't request this code, someone may be using your account. Change your password.",
      ],
    },
    password_changed: {
      subject: "Your password was changed",
      heading: "Your password was changed",
      body: "The password of your account {{ .Email }} was changed. If this was you, there's nothing to do.",
      closing: [alarm],
    },
    email_changed: {
      subject: "Your email address was changed",
      heading: "Your email address was changed",
      body: "The email address of your account was changed from {{ .OldEmail }} to {{ .Email }}. If this was you, there's nothing to do.",
      closing: ["If this wasn't you, contact the team at {{ .SiteURL }} right away."],
    },
    phone_changed: {
      subject: "Your phone number was changed",
      heading: "Your phone number was changed",
      body: "The phone number of your account {{ .Email }} was changed{{ if .OldPhone }} from {{ .OldPhone }}{{ end }} to {{ .Phone }}. If this was you, there's nothing to do.",
      closing: [alarm],
    },
    identity_linked: {
      subject: "A new sign-in method was linked to your account",
      heading: "A new sign-in method was linked",
      body: "You can now sign in to your account {{ .Email }} with {{ .Provider }}. If this was you, there's nothing to do.",
      closing: [alarm],
    },
    identity_unlinked: {
      subject: "A sign-in method was removed from your account",
      heading: "A sign-in method was removed",
      body: "You can no longer sign in to your account {{ .Email }} with {{ .Provider }}. If this was you, there's nothing to do.",
      closing: [alarm],
    },
    mfa_factor_enrolled: {
      subject: "A new verification method was added to your account",
      heading: "A new verification method was added",
      body: `Your account {{ .Email }} can now be verified with ${factor}. If this was you, there's nothing to do.`,
      closing: [alarm],
    },
    mfa_factor_unenrolled: {
      subject: "A verification method was removed from your account",
      heading: "A verification method was removed",
      body: `Your account {{ .Email }} can no longer be verified with ${factor}. If this was you, there's nothing to do.`,
      closing: [alarm],
    },
  };
}

/** The display names of factor types. */
const factor =
  '{{ if eq .FactorType "totp" }}an authenticator app' +
  '{{ else if eq .FactorType "phone" }}a phone' +
  '{{ else if eq .FactorType "webauthn" }}a passkey' +
  '{{ else if eq .FactorType "recovery_code" }}recovery codes' +
  "{{ else }}{{ .FactorType }}{{ end }}";
