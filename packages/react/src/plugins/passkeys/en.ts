/** The texts of sign-in with a passkey. */
export const passkeys = {
  button_label: "Sign in with a passkey",
  cancelled: "Your device didn't confirm the passkey. Try again, or sign in another way.",
};

/** The texts of the offer to add a passkey. */
export const passkey_offer = {
  heading: "Sign in without a password next time",
  text: "A passkey uses your fingerprint, face, or device PIN.",
  add: "Add a passkey",
  later: "Not now",
  never: "Don't ask again",
  done: "Passkey added. Use it to sign in next time.",
};
