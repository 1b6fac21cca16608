/** The words of looking around as a guest, and of staying. */
export const guest = {
  button_label: "Continue as guest",
  loading_button_label: "One moment ...",
  heading: "Keep what you have made",
  text: "You are here as a guest. Add a way to sign in, and everything stays with you, on any device.",
  email_label: "Email address",
  password_label: "Choose a password",
  upgrade_button_label: "Create my account",
  upgrade_loading_button_label: "Creating ...",
  link: "Continue with {{provider}}",
  sent_text: "We have sent a code to {{email}}. With it the address is yours.",
  code_label: "Code from the email",
  confirm_button_label: "Confirm",
  confirm_loading_button_label: "Confirming ...",
  wrong_address: "Wrong address?",
  done: "Your account is ready. Everything is still here.",
};
