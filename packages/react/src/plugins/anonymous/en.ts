/** The words of the anonymous sign-in, and of the upgrade to a full account. */
export const anonymous = {
  button_label: "Continue as guest",
  loading_button_label: "One moment…",
  heading: "Keep what you have made",
  text: "You are here as a guest. Add a way to sign in, and everything stays yours, on any device.",
  upgrade_button_label: "Create my account",
  upgrade_loading_button_label: "Creating…",
  link: "Continue with {{provider}}",
};
