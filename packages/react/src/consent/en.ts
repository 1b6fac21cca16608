/** The English texts of the consent screen. Their type is the shape of every locale. */
export const en = {
  consent: {
    heading: "Allow {{name}} to sign you in?",
    unnamed: "an unnamed application",
    signed_in_as: "You're signed in as",
    guest: "a guest",
    may: "It will be able to",
    account: "view your account: your name, email and phone, and how you sign in",
    openid: "recognize you each time you sign in",
    profile: "view your name and picture",
    email: "view your email address",
    phone: "view your phone number",
    offline_access: "stay connected while you're away",
    goes_to: "You'll be redirected to",
    hint: "Allow this only if you recognize this address and just came from there.",
    allow: "Allow",
    deny: "Deny",
    loading: "Loading…",
    leaving: "Redirecting…",
    continue: "Not redirected? Continue",
    again: "Try again",
    none_heading: "Nothing to approve",
    none_text: "This link is incomplete. Go back to the application and sign in again.",
    over_heading: "This request is no longer valid",
    over_text:
      "It was already answered, is more than ten minutes old, or was opened by someone else. Go back to the application and sign in again.",
    off_heading: "Not available",
    off_text: "Signing in to other applications is turned off on this server.",
    failed_heading: "The request didn't load",
  },
  /** Texts for the kit's own error codes. The server's messages are shown unchanged. */
  errors: {
    forbidden_redirect: "The application's address is not safe to open.",
  },
};

type Texts = typeof en;

/** A complete set of texts for the consent screen. */
export type ConsentWords = {
  readonly [Section in keyof Texts]: { readonly [Key in keyof Texts[Section]]: string };
};

/** The default export of a locale module for the consent screen. Merge it with a locale for the forms. */
export interface ConsentLocale {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly consent: ConsentWords;
}
