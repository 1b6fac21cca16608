/** The texts of the form that asks for an address, a number or a user name first. */
export const identifier_first = {
  heading: "Sign in or create an account",
  email_or_phone: "Email address or phone number",
  email_or_username: "Email address or username",
  any: "Email address, phone number, or username",
  button_label: "Continue",
  missing: "Fill in this field to continue.",
  code_button_label: "Send me a code",
  other: "Use another account",
};
