/** The words for people who may have an account already. Everybody reads the same. */
export const existing = {
  text: "Didn't get an email? You may already have an account.",
  sign_in: "Sign in",
  reset: "Reset your password",
};
