/** The words of the screen that is shown when a message was sent. */
export const check_email = {
  heading: "Check your email",
  sign_up_text: "We have sent an email to {{email}}. Open the link in it to confirm your account.",
  magic_link_text: "We have sent an email to {{email}}. Open the link in it to sign in.",
  forgotten_password_text:
    "We have sent an email to {{email}}. Open the link in it to set a new password.",
  email_change_text:
    "We have sent an email to {{email}}. Open the link in it to confirm the address.",
  waiting_text:
    "The link works on any device. Opened in this browser, it moves this page on as well.",
  /** In the place of `waiting_text` where the client uses the PKCE flow. */
  same_browser_text: "Open the link in this browser. This page then moves on as well.",
  /** Where the application says that its emails have a code. */
  code_text: "Or enter the code from the email here.",
  /** Where the email may have a code: opens the field for it. */
  have_code: "Have a code? Enter it",
  wrong_address: "Wrong address?",
  /** `{{provider}}` is where the mailbox is, such as Gmail. */
  open_mail: "Open {{provider}}",
  resend_button_label: "Send it again",
  resend_loading_button_label: "Sending…",
  resent: "We have sent it again.",
};
