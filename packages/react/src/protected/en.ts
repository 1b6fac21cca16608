/** The English texts of the gate. Their type is the shape of every locale. */
export const en = {
  second_factor: {
    heading: "One more step",
    totp_text: "Enter the code from your authenticator app.",
    phone_text: "We'll send a code to your phone.",
    webauthn_text: "Confirm with your security key or this device.",
    recovery_code_text: "Enter one of your recovery codes. It works only once.",
    code_label: "Code",
    button_label: "Continue",
    send_button_label: "Send a code",
    resend_button_label: "Send another code",
    sent_text: "We sent you a code.",
    webauthn_button_label: "Use security key",
    other_totp: "Use an authenticator app instead",
    other_phone: "Use a text message instead",
    other_webauthn: "Use a security key instead",
    other_recovery_code: "Use a recovery code instead",
    sign_out: "Use another account",
  },
  session_ended: {
    heading: "Your session has ended",
    text: "Sign in again to pick up where you left off. What you typed is still here.",
    leave: "Leave without signing in",
  },
  /**
   * The browser's messages about a security key are written for developers, so these texts replace them. The server's
   * messages are shown unchanged.
   */
  errors: {
    webauthn_cancelled: "Your device didn't confirm it. Try again.",
    webauthn_unsupported: "This browser doesn't support security keys.",
  },
};

/** The texts for server errors, in every language except English. */
type ServerErrors = {
  readonly mfa_verification_failed: string;
  readonly mfa_challenge_expired: string;
  readonly mfa_recovery_codes_locked: string;
  readonly webauthn_verification_failed: string;
};

type Texts = typeof en;

/** A complete set of texts for the gate. */
export type GateWords = {
  readonly [Section in keyof Texts]: { readonly [Key in keyof Texts[Section]]: string };
} & { readonly errors: ServerErrors };

/** The default export of a locale module for the gate. Merge it with a locale for the forms. */
export interface GateLocale {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly gate: GateWords;
}
