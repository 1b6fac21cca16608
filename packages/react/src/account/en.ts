/** The English texts of the account page. Their type is the shape of every locale. */
export const en = {
  common: {
    name_label: "Name",
    code_label: "Code",
    confirm: "Confirm",
    resend: "Resend",
    /** `{{when}}` is a time such as "in 43 seconds". */
    wait_text: "You can request another one {{when}}.",
    remove: "Remove",
    removed: "{{name}} has been removed.",
    added: "{{name}} has been added.",
    keep: "Cancel",
    cancel: "Cancel",
    undo: "Undo",
  },
  profile: {
    heading: "Profile",
    name_label: "Name",
    picture_label: "Picture URL",
    picture_invalid: "Enter the URL of a picture.",
    choose_picture: "Choose a picture",
    button_label: "Save",
    done: "Your profile has been saved.",
    undone: "Your changes have been undone.",
  },
  email: {
    heading: "Email address",
    label: "New email address",
    button_label: "Change email address",
    sent_one:
      "We sent an email to {{new}}. Open the link in it, or enter the code if there is one.",
    sent_both:
      "We sent emails to {{new}} and {{old}}. Confirm both: open the link, or enter the code if there is one.",
    half: "One address is confirmed. Now confirm the other one.",
    code_label: "Code for {{email}}",
    resent: "We sent new emails.",
    other: "Use another address",
    /** `{{provider}}` is the name of the mail provider, such as Gmail. */
    open_mail: "Open {{provider}}",
    done: "Your email address is now {{email}}.",
  },
  phone: {
    heading: "Phone number",
    label: "New phone number",
    hint: "Include the country code: +1 202 555 0123",
    button_label: "Send a code",
    sent: "We sent a code to {{phone}}.",
    other: "Use another number",
    done: "Your phone number is now {{phone}}.",
  },
  password: {
    heading: "Password",
    text: "Changing your password signs you out of your other devices.",
    current_label: "Current password",
    label: "New password",
    button_label: "Change password",
    nonce_sent: "To confirm that it's you, we sent you a code.",
    done: "Your password has been changed.",
  },
  factors: {
    heading: "Two-step sign-in",
    text: "A second step after your password. Set up two, so losing one doesn't lock you out.",
    totp: "Authenticator app",
    phone: "Text message",
    webauthn: "Security key",
    add_totp: "Add an authenticator app",
    add_phone: "Add a phone",
    add_webauthn: "Add a security key",
    scan: "Scan the QR code with your authenticator app, or enter the key there. Then enter the code that the app shows.",
    picture: "QR code for your authenticator app",
    secret_label: "Key",
    remove: "Remove {{name}}? It will no longer protect your account.",
  },
  recovery_codes: {
    heading: "Recovery codes",
    text: "Each code works once in place of your second step. Keep them somewhere safe, in case you lose it.",
    left: "{{remaining}} of {{total}} codes are left.",
    create: "Get recovery codes",
    replace: "Get new codes",
    replace_text: "Get new codes? The ones you have will stop working.",
    remove_text: "Remove your recovery codes? They will stop working.",
    removed: "Your recovery codes have been removed.",
    once: "Save these codes now. You won't be able to see them again.",
    copy: "Copy",
    copied: "The codes have been copied.",
    download: "Download",
    print: "Print",
    saved: "I've saved them",
  },
  passkeys: {
    heading: "Passkeys",
    text: "Sign in with your fingerprint, face, or device PIN.",
    add: "Add a passkey",
    passkey: "Passkey",
    rename: "Rename",
    save: "Save",
    renamed: "The passkey is now called {{name}}.",
    used: "Last used on {{date}}",
    unused: "Added on {{date}}",
    remove: "Remove {{name}}? You won't be able to sign in with it anymore.",
  },
  identities: {
    heading: "Ways to sign in",
    text: "Use any of these to sign in to this account. The last one can't be unlinked.",
    email: "Email",
    phone: "Phone",
    linked: "Linked on {{date}}",
    link: "Link {{provider}}",
    unlink: "Unlink",
    unlink_text: "Unlink {{provider}}? You won't be able to sign in with it anymore.",
    unlinked: "{{provider}} has been unlinked.",
  },
  applications: {
    heading: "Applications",
    text: "You've allowed these applications to sign you in.",
    unnamed: "Unnamed application",
    since: "Allowed on {{date}}",
    revoke: "Remove access",
    revoked: "{{name}} can no longer sign you in.",
  },
  sessions: {
    heading: "Devices",
    text: "Where you're signed in. Sign out of a device that you don't recognize, and change your password.",
    this_device: "This device",
    /** For example "Firefox on Windows". */
    device: "{{browser}} on {{system}}",
    unknown: "Unknown device",
    last_seen: "Last used {{date}}",
    sign_out: "Sign out",
    ended: "{{name}} has been signed out.",
  },
  sign_out: {
    heading: "Sign out",
    here: "Sign out",
    others: "Sign out other devices",
    others_done: "You've been signed out of your other devices.",
    everywhere: "Sign out everywhere",
    everywhere_text: "Sign out of this device and all others?",
  },
  deletion: {
    heading: "Delete account",
    text: "This permanently deletes your account and everything in it. You can't undo this.",
    button_label: "Delete account",
    password_label: "Your password",
    confirm: "Delete permanently",
  },
  /**
   * The browser's messages about a passkey or security key are written for developers, so these texts replace them. The
   * server's messages are shown unchanged.
   */
  errors: {
    webauthn_cancelled: "Your device didn't confirm it. Try again.",
    webauthn_unsupported: "This browser doesn't support that.",
    webauthn_credential_exists: "This device or key has already been added.",
  },
};

/** The texts for server errors, in every language except English. */
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

/** A complete set of texts for the account page. */
export type AccountWords = {
  readonly [Section in keyof Texts]: { readonly [Key in keyof Texts[Section]]: string };
} & { readonly errors: ServerErrors };

/** The default export of a locale module for the account page. Merge it with a locale for the forms. */
export interface AccountLocale {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly account: AccountWords;
}
