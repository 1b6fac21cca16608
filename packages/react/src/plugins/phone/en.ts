/** The texts of sign-in and sign-up with a phone number. */
export const phone = {
  use_phone: "Use a phone number",
  use_email: "Use an email address",
  sign_in_heading: "Sign in with your phone",
  sign_up_heading: "Sign up with your phone",
  country_label: "Country",
  number_label: "Phone number",
  number_hint: "As you dial it, or starting with +",
  number_invalid: "Enter a complete phone number.",
  send_button_label: "Send a code",
  send_loading_button_label: "Sending…",
  by_code: "Use a code instead",
  by_password: "Use a password instead",
  code_text: "We sent a code to {{phone}}.",
  wrong_number: "Wrong number?",
};
