/** The texts for users who may already have an account. Everyone sees the same texts. */
export const existing = {
  text: "Didn't get an email? You may already have an account.",
  sign_in: "Sign in",
  reset: "Reset your password",
};
