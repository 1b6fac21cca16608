/** The texts of the page that a link in an e-mail opens. */
export const confirm = {
  signup_heading: "Confirm your account",
  signup_button_label: "Confirm and sign in",
  magiclink_heading: "Finish signing in",
  magiclink_button_label: "Sign in",
  recovery_heading: "Reset your password",
  recovery_button_label: "Set a new password",
  invite_heading: "You've been invited",
  invite_button_label: "Accept and sign in",
  email_change_heading: "Confirm your email address",
  email_change_button_label: "Confirm email address",
  text: "Press the button to confirm. Some email programs open links on their own.",
  loading_button_label: "One moment…",
  half: "One address is confirmed. Now open the link we sent to the other one.",
  incomplete: "This link is incomplete. Open it from the email again, or request a new one.",
  back: "Request a new link",
};

/** The text for a link that was used or has expired. English shows the server's message. */
export interface ExpiredText {
  readonly expired: string;
}
