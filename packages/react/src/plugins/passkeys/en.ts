/** The words of signing in with a passkey. */
export const passkeys = {
  button_label: "Sign in with a passkey",
  cancelled: "Your device did not confirm it. Try again, or sign in another way.",
};

/** The words of the offer to add a passkey. */
export const passkey_offer = {
  heading: "Sign in without a password next time",
  text: "A passkey uses your fingerprint, your face or the PIN of your device.",
  add: "Add a passkey",
  later: "Not now",
  never: "Do not ask again",
  done: "Done. Next time, sign in with your passkey.",
};
