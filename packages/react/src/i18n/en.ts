/**
 * The English texts of the forms. Their type is the shape of every locale. Within a view, the keys up to
 * `confirmation_text` are the archived kit's; `{{provider}}` is a brand name. Forms with one of the archived kit's
 * themes use that kit's texts (`archived.ts`).
 */
export const en = {
  sign_up: {
    heading: "Create an account",
    email_label: "Email address",
    password_label: "Create a password",
    email_input_placeholder: "Your email address",
    password_input_placeholder: "Your password",
    button_label: "Sign up",
    loading_button_label: "Signing up…",
    social_provider_text: "Continue with {{provider}}",
    link_text: "Don't have an account? Sign up",
    confirmation_text: "Check your email for the confirmation link",
  },
  sign_in: {
    heading: "Sign in",
    email_label: "Email address",
    password_label: "Your password",
    email_input_placeholder: "Your email address",
    password_input_placeholder: "Your password",
    button_label: "Sign in",
    loading_button_label: "Signing in…",
    social_provider_text: "Sign in with {{provider}}",
    link_text: "Already have an account? Sign in",
    /** The text of the link to sign-in, in views for users who have an account. */
    back_link_text: "Back to sign in",
  },
  magic_link: {
    heading: "Sign in by email",
    email_input_label: "Email address",
    email_input_placeholder: "Your email address",
    button_label: "Send magic link",
    loading_button_label: "Sending magic link…",
    link_text: "Email me a magic link",
    confirmation_text: "Check your email for the magic link",
    empty_email_address: "Enter your email address",
  },
  forgotten_password: {
    heading: "Reset your password",
    email_label: "Email address",
    /** Unused: the view has no such field. */
    password_label: "Your Password",
    email_input_placeholder: "Your email address",
    button_label: "Send reset link",
    loading_button_label: "Sending reset link…",
    link_text: "Forgot your password?",
    confirmation_text: "Check your email for the password reset link",
  },
  update_password: {
    heading: "Set a new password",
    password_label: "New password",
    password_input_placeholder: "Your new password",
    button_label: "Update password",
    loading_button_label: "Updating password…",
    confirmation_text: "Your password has been updated",
  },
  verify_otp: {
    heading: "Enter your code",
    email_input_label: "Email address",
    email_input_placeholder: "Your email address",
    phone_input_label: "Phone number",
    phone_input_placeholder: "Your phone number",
    token_input_label: "One-time code",
    token_input_placeholder: "The code we sent you",
    button_label: "Verify code",
    loading_button_label: "Verifying…",
    confirmation_text: "Your code has been verified",
    resend_button_label: "Send a new code",
    resend_loading_button_label: "Sending a new code…",
    resend_confirmation_text: "We sent you a new code",
  },
  /** Texts that several views share. */
  common: {
    show_password: "Show password",
    caps_lock: "Caps Lock is on",
    password_too_long: "This password is too long. Use at most 72 characters.",
    network_error: "We couldn't reach the server. Check your connection and try again.",
    unexpected_error: "Something went wrong. Please try again.",
  },
};

type Texts = typeof en;

/** A complete set of texts: what a locale module exports and the views read. */
export type Words = {
  readonly [Section in keyof Texts]: { readonly [Key in keyof Texts[Section]]: string };
} & {
  /** Texts for error codes (`invalid_credentials`), instead of the server's messages. */
  readonly errors?: Readonly<Record<string, string>>;
};

/** The `localization.variables` of a form: any subset of the texts. The rest is English. */
export type I18nVariables = {
  [Section in keyof Texts]?: { [Key in keyof Texts[Section]]?: string };
} & {
  errors?: Record<string, string>;
};

/** @public The built-in languages. */
export interface Localization {
  en: I18nVariables;
}
