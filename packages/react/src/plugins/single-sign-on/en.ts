/** The texts of single sign-on. */
export const sso = {
  link: "Use single sign-on",
  heading: "Single sign-on",
  text: "Your organization signs you in. We find it by your email address.",
  label: "Work email address",
  button_label: "Continue",
  missing: "Enter your work email address.",
  back: "Sign in another way",
};
