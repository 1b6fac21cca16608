/** The texts of the screen after a message was sent. */
export const check_email = {
  heading: "Check your email",
  sign_up_text: "We sent an email to {{email}}. Open the link in it to confirm your account.",
  magic_link_text: "We sent an email to {{email}}. Open the link in it to sign in.",
  forgotten_password_text:
    "We sent an email to {{email}}. Open the link in it to set a new password.",
  email_change_text: "We sent an email to {{email}}. Open the link in it to confirm the address.",
  waiting_text:
    "Open the link on any device. If you open it in this browser, this page continues by itself.",
  /** Replaces `waiting_text` if the client uses the PKCE flow. */
  same_browser_text: "Open the link in this browser. This page then continues by itself.",
  /** Shown if the application has set that its e-mails contain a code. */
  code_text: "Or enter the code from the email.",
  /** The label of the disclosure that contains the field for a code. E-mails may or may not contain one. */
  have_code: "Have a code? Enter it",
  wrong_address: "Wrong address?",
  /** `{{provider}}` is the name of the mail provider, such as Gmail. */
  open_mail: "Open {{provider}}",
  resend_button_label: "Resend email",
  resend_loading_button_label: "Sending…",
  resent: "We sent the email again.",
};
