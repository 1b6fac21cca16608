/** The words of the page that a link in an e-mail leads to. */
export const confirm = {
  signup_heading: "Confirm your account",
  signup_button_label: "Confirm and sign in",
  magiclink_heading: "You are almost in",
  magiclink_button_label: "Sign in",
  recovery_heading: "Reset your password",
  recovery_button_label: "Go on to a new password",
  invite_heading: "You have been invited",
  invite_button_label: "Accept and sign in",
  email_change_heading: "Confirm your email address",
  email_change_button_label: "Confirm this address",
  text: "One press is needed, because some mail programs open the links in emails by themselves.",
  loading_button_label: "One moment…",
  half: "One of the two addresses is confirmed. Now open the link that we sent to the other one.",
  incomplete: "This link is incomplete. Open it from the email again, or ask for a new one.",
  back: "Ask for a new link",
};

/** A text for a link that is used up or too old. English shows the server's own words. */
export interface ExpiredText {
  readonly expired: string;
}
