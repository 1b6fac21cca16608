/** The words of the account in English, and the shape that every locale of it satisfies. */
export const en = {
  common: {
    name_label: "Name",
    code_label: "Code",
    confirm: "Confirm",
    resend: "Send again",
    /** `{{when}}` is such as "in 43 seconds". */
    wait_text: "You can ask for it again {{when}}.",
    remove: "Remove",
    removed: "{{name}} has been removed.",
    added: "{{name}} has been added.",
    keep: "Keep it",
    cancel: "Cancel",
    undo: "Undo",
  },
  profile: {
    heading: "Profile",
    name_label: "Name",
    picture_label: "Web address of a picture",
    picture_invalid: "This is not the web address of a picture.",
    choose_picture: "Choose a picture",
    button_label: "Save",
    done: "Your profile has been saved.",
    undone: "Your profile is as it was before.",
  },
  email: {
    heading: "Email address",
    label: "New email address",
    button_label: "Change email address",
    sent_one:
      "We have sent an email to {{new}}. Open the link in it, or enter its code if it has one.",
    sent_both:
      "We have sent an email to {{new}} and another to {{old}}. Confirm both: open the link, or enter the code if there is one.",
    half: "One of the two is confirmed. Now confirm the other.",
    code_label: "Code for {{email}}",
    resent: "We have sent new emails.",
    other: "Use another address",
    /** `{{provider}}` is where the mailbox is, such as Gmail. */
    open_mail: "Open {{provider}}",
    done: "Your email address is now {{email}}.",
  },
  phone: {
    heading: "Phone number",
    label: "New phone number",
    hint: "With the country code: +44 7700 900123",
    button_label: "Send a code",
    sent: "We have sent a code to {{phone}}.",
    other: "Use another number",
    done: "Your phone number is now {{phone}}.",
  },
  password: {
    heading: "Password",
    text: "Changing it signs you out on your other devices.",
    current_label: "Current password",
    label: "New password",
    button_label: "Change password",
    nonce_sent: "To be sure that it is you, we have sent you a code.",
    done: "Your password has been changed.",
  },
  factors: {
    heading: "Two-step sign-in",
    text: "A second step after the password. With two of them, you can lose one.",
    totp: "Authenticator app",
    phone: "Text message",
    webauthn: "Security key",
    add_totp: "Add an authenticator app",
    add_phone: "Add a phone",
    add_webauthn: "Add a security key",
    scan: "Scan the picture with your authenticator app, or type the key into it. Then enter the code that it shows.",
    picture: "QR code of the key",
    secret_label: "Key",
    remove: "Remove {{name}}? It will no longer protect your account.",
  },
  passkeys: {
    heading: "Passkeys",
    text: "Sign in with your fingerprint, your face or the PIN of your device.",
    add: "Add a passkey",
    passkey: "Passkey",
    rename: "Rename",
    save: "Save",
    renamed: "It is now called {{name}}.",
    used: "Last used on {{date}}",
    unused: "Added on {{date}}",
    remove: "Remove {{name}}? It will no longer sign you in.",
  },
  identities: {
    heading: "Ways to sign in",
    text: "Each of these opens the same account. The last one cannot be unlinked.",
    email: "Email",
    phone: "Phone",
    linked: "Linked on {{date}}",
    link: "Link {{provider}}",
    unlink: "Unlink",
    unlink_text: "Unlink {{provider}}? It will no longer sign you in.",
    unlinked: "{{provider}} has been unlinked.",
  },
  sign_out: {
    heading: "Sign out",
    here: "Sign out",
    others: "Sign out other devices",
    others_done: "Your other devices have been signed out.",
    everywhere: "Sign out everywhere",
    everywhere_text: "Sign out on this device and on all others?",
  },
  deletion: {
    heading: "Delete account",
    text: "This deletes your account and everything in it. It cannot be undone.",
    button_label: "Delete account",
    password_label: "Your password",
    confirm: "Delete for good",
  },
  /**
   * A browser's messages about a passkey or key are for developers. The server's are shown as they
   * are.
   */
  errors: {
    webauthn_cancelled: "Your device did not confirm it. Try again.",
    webauthn_unsupported: "This browser cannot do that.",
    webauthn_credential_exists: "This device or key has been added already.",
  },
};

/** Texts for what the server says, in every language but English. */
type ServerErrors = {
  readonly mfa_verification_failed: string;
  readonly mfa_challenge_expired: string;
  readonly mfa_factor_name_conflict: string;
  readonly too_many_enrolled_mfa_factors: string;
  readonly insufficient_aal: string;
  readonly webauthn_verification_failed: string;
  readonly too_many_passkeys: string;
  readonly reauthentication_not_valid: string;
  readonly current_password_required: string;
  readonly current_password_invalid: string;
  readonly single_identity_not_deletable: string;
  readonly identity_already_exists: string;
};

type Texts = typeof en;

/** A complete set of words of the account. */
export type AccountWords = {
  readonly [Section in keyof Texts]: { readonly [Key in keyof Texts[Section]]: string };
} & { readonly errors: ServerErrors };

/** The default export of a locale module of the account: spread it over a locale of the forms. */
export interface AccountLocale {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly account: AccountWords;
}
