/** The words of the screen that is shown when a message was sent. */
export const sent = {
  heading: "Check your email",
  sign_up_text: "We have sent a link and a code to {{email}}. Either one confirms your account.",
  magic_link_text: "We have sent a link and a code to {{email}}. Either one signs you in.",
  recovery_text:
    "We have sent a link and a code to {{email}}. Either one lets you set a new password.",
  email_change_text: "We have sent a link and a code to {{email}}. Either one confirms it.",
  waiting_text: "Open the link on any device. If it is this browser, this page moves on by itself.",
  code_label: "Code from the email",
  button_label: "Continue",
  loading_button_label: "Checking ...",
  wrong_address: "Wrong address?",
  open_mail: "Open {{provider}}",
  resend_button_label: "Send it again",
  resend_loading_button_label: "Sending ...",
  resend_in: "Send it again in {{seconds}} s",
  resent: "We have sent it again.",
  verified: "Confirmed.",
};
