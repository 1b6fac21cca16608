/** The texts of anonymous sign-in and of the upgrade to a full account. */
export const anonymous = {
  button_label: "Continue as guest",
  loading_button_label: "One moment…",
  heading: "Keep your work",
  text: "You're using a guest account. Add a way to sign in to keep your work and use it on any device.",
  upgrade_button_label: "Create account",
  upgrade_loading_button_label: "Creating account…",
  link: "Continue with {{provider}}",
};
