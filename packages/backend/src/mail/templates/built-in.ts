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
 * The text of a built-in e-mail. It is in the template language, and is rendered twice, as HTML and as plain
 * text, so that the two never disagree.
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
  /** How long the link and code work, and what to do if the e-mail was not requested. */
  readonly closing: readonly string[];
}

/**
 * The built-in e-mails.
 *
 * @param validity how long links and codes work, in words: "one hour"
 */
export function builtInEmails(validity: string): Readonly<Record<EmailKind, BuiltInEmail>> {
  const both = `The link and the code work once, for ${validity}.`;
  const alarm =
    "If it was not you, reset your password now and write to whoever runs {{ .SiteURL }}.";
  return {
    confirmation: {
      subject: "Confirm your email address",
      heading: "Confirm your email address",
      body: "Welcome! To finish signing up, confirm that {{ .Email }} is yours.",
      button: "Confirm email address",
      code: "Or enter this code where you signed up:",
      closing: [
        both,
        "If you did not sign up, you can ignore this message; the address stays unconfirmed.",
      ],
    },
    invite: {
      subject: "You've been invited",
      heading: "You've been invited",
      body: "Welcome! You are invited to open an account for {{ .Email }}.",
      button: "Accept the invitation",
      code: "Or enter this code where you sign in:",
      closing: [both, "If you were not expecting this, you can ignore this message."],
    },
    magic_link: {
      subject: "Your sign-in link",
      heading: "Your sign-in link",
      body: "Here is the way in for {{ .Email }}, without a password.",
      button: "Sign in",
      code: "Or enter this code where you asked for it:",
      closing: [
        both,
        "If you did not ask to sign in, you can ignore this message; nobody gets in without it.",
      ],
    },
    recovery: {
      subject: "Reset your password",
      heading: "Reset your password",
      body: "Someone, most likely you, asked for a new password for {{ .Email }}.",
      button: "Choose a new password",
      code: "Or enter this code where you asked for it:",
      closing: [
        both,
        "If you did not ask for it, you can ignore this message; your password stays as it is.",
      ],
    },
    email_change: {
      subject: "Confirm your new email address",
      heading: "Confirm your new email address",
      body: "The email address of your account is about to change{{ if .Email }} from {{ .Email }}{{ end }} to {{ .NewEmail }}.",
      button: "Confirm the change",
      code: "Or enter this code where you asked for it:",
      closing: [
        both,
        "If you did not ask for this, do not confirm it; your address stays as it is. To be safe, change your password.",
      ],
    },
    reauthentication: {
      subject: "{{ .Token }} is your verification code",
      heading: "Your verification code",
      body: "To go on, show that it is you: enter this code where you were asked for it.",
      code: "",
      closing: [
        `The code works once, for ${validity}.`,
        "If you did not ask for it, someone may be using your account: change your password.",
      ],
    },
    password_changed: {
      subject: "Your password was changed",
      heading: "Your password was changed",
      body: "The password of your account {{ .Email }} has been changed. If it was you, all is well.",
      closing: [alarm],
    },
    email_changed: {
      subject: "Your email address was changed",
      heading: "Your email address was changed",
      body: "The email address of your account is no longer {{ .OldEmail }}: it is now {{ .Email }}. If it was you, all is well.",
      closing: ["If it was not you, write to whoever runs {{ .SiteURL }} at once."],
    },
    phone_changed: {
      subject: "Your phone number was changed",
      heading: "Your phone number was changed",
      body: "The phone number of your account {{ .Email }} is now {{ .Phone }}{{ if .OldPhone }}; it was {{ .OldPhone }}{{ end }}. If it was you, all is well.",
      closing: [alarm],
    },
    identity_linked: {
      subject: "A new sign-in method was linked to your account",
      heading: "A new sign-in method was linked",
      body: "From now on, {{ .Provider }} signs you in to your account {{ .Email }}. If you linked it, all is well.",
      closing: [alarm],
    },
    identity_unlinked: {
      subject: "A sign-in method was removed from your account",
      heading: "A sign-in method was removed",
      body: "{{ .Provider }} no longer signs you in to your account {{ .Email }}. If you removed it, all is well.",
      closing: [alarm],
    },
    mfa_factor_enrolled: {
      subject: "A new verification method was added to your account",
      heading: "A new verification method was added",
      body: `Your account {{ .Email }} can now be verified by ${factor}. If you added it, all is well.`,
      closing: [alarm],
    },
    mfa_factor_unenrolled: {
      subject: "A verification method was removed from your account",
      heading: "A verification method was removed",
      body: `Your account {{ .Email }} is no longer verified by ${factor}. If you removed it, all is well.`,
      closing: [alarm],
    },
  };
}

/** The wire's names of factors, in words. */
const factor =
  '{{ if eq .FactorType "totp" }}an authenticator app' +
  '{{ else if eq .FactorType "phone" }}a phone' +
  '{{ else if eq .FactorType "webauthn" }}a passkey' +
  "{{ else }}{{ .FactorType }}{{ end }}";
