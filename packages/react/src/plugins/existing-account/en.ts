/** The texts for visitors who may already have an account. Every visitor sees the same texts. */
export const existing = {
  text: "Didn't get an email? You may already have an account.",
  sign_in: "Sign in",
  reset: "Reset your password",
};
