/** The texts of the disclosure that lists more sign-in methods. */
export const more_methods = {
  sign_in: "More ways to sign in",
  sign_up: "More ways to sign up",
};
