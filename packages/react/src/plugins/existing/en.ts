/** The words for somebody who may have an account already. They say the same to everybody. */
export const existing = {
  text: "No message? You may have an account already.",
  sign_in: "Sign in",
  reset: "Reset your password",
};
