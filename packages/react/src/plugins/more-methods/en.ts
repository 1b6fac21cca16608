/** The words of the disclosure with further sign-in methods. */
export const more_methods = {
  sign_in: "More ways to sign in",
  sign_up: "More ways to sign up",
};
