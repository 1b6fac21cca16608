/** The words of the screen that is shown when a message was sent. */
export const check_email = {
  heading: "Check your email",
  sign_up_text: "We sent an email to {{email}}. Open the link in it to confirm your account.",
  magic_link_text: "We sent an email to {{email}}. Open the link in it to sign in.",
  forgotten_password_text:
    "We sent an email to {{email}}. Open the link in it to set a new password.",
  email_change_text: "We sent an email to {{email}}. Open the link in it to confirm the address.",
  waiting_text:
    "Open the link on any device. If you open it in this browser, this page continues by itself.",
  /** In the place of `waiting_text` where the client uses the PKCE flow. */
  same_browser_text: "Open the link in this browser. This page then continues by itself.",
  /** Where the application says that its emails have a code. */
  code_text: "Or enter the code from the email.",
  /** Where the email may have a code: opens the field for it. */
  have_code: "Have a code? Enter it",
  wrong_address: "Wrong address?",
  /** `{{provider}}` is where the mailbox is, such as Gmail. */
  open_mail: "Open {{provider}}",
  resend_button_label: "Resend email",
  resend_loading_button_label: "Sending…",
  resent: "We sent the email again.",
};
