/** The words for people who may have an account already. Everybody reads the same. */
export const existing = {
  text: "No message? You may have an account already.",
  sign_in: "Sign in",
  reset: "Reset your password",
};
