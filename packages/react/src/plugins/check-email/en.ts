/** The words of the screen that is shown when a message was sent. */
export const check_email = {
  heading: "Check your email",
  sign_up_text: "We have sent a link and a code to {{email}}. Either one confirms your account.",
  magic_link_text: "We have sent a link and a code to {{email}}. Either one signs you in.",
  forgotten_password_text:
    "We have sent a link and a code to {{email}}. Either one lets you set a new password.",
  email_change_text: "We have sent a link and a code to {{email}}. Either one confirms it.",
  waiting_text:
    "The link works on any device. Opened in this browser, it moves this page on as well.",
  wrong_address: "Wrong address?",
  /** `{{provider}}` is where the mailbox is, such as Gmail. */
  open_mail: "Open {{provider}}",
  resend_button_label: "Send it again",
  resend_loading_button_label: "Sending…",
  resent: "We have sent it again.",
};
