import type { ErrorTexts } from "../../i18n/locale.ts";

/** The words of the ways out of an error. */
export const help = {
  resend: "Send the confirmation again",
  wait: "Try again in {{seconds}} s",
  again: "Try again",
};

/** What went wrong, where the languages of the forms have no text for it ({@link ErrorTexts}). */
export const errors = {
  not_allowed: "You are not allowed to do this.",
  not_available: "This is not switched on here.",
  gone: "It is not there any more.",
  network_changed: "Your network has changed. Begin again on this device.",
  code_wrong: "This code is not right. Try the next one.",
  code_needed: "Enter the code that we have sent you.",
  second_step_needed: "Sign in with your second step first.",
  other_step_needed: "Add another second step first.",
  too_many_steps: "You cannot have more of these. Remove one first.",
  step_name_taken: "You have one of this name. Choose another.",
  step_exists: "You have added this already.",
  last_way_in: "The last way to sign in cannot be unlinked.",
  identity_in_conflict: "This cannot be unlinked: its email address belongs to another account.",
  identity_taken: "This belongs to another account already.",
  robot: "We could not make sure that you are not a robot. Please try again.",
  email_refused: "We cannot send emails to this address. Use another one.",
  sso_off: "Single sign-on is not switched on here. Sign in another way.",
  sso_unknown: "There is no single sign-on for this address. Sign in another way.",
  sso_faulty: "Your organisation's single sign-on did not work. Ask its administrators.",
  sso_managed: "Your organisation looks after this. Change it there.",
};

/** In English: what every other language of the forms has among its own words. */
export const texts: ErrorTexts = {
  invalid_credentials: "The email address or the password is wrong.",
  email_not_confirmed: "Confirm your email address first. We have sent you a link by email.",
  phone_not_confirmed: "Confirm your phone number first.",
  user_already_exists: "There is an account with this email address already.",
  email_exists: "There is an account with this email address already.",
  phone_exists: "There is an account with this phone number already.",
  email_address_invalid: "This email address is not valid.",
  anonymous_provider_disabled: "Enter your email address and a password.",
  validation_failed: "Check what you entered and try again.",
  weak_password:
    "This password is too easy to guess. Choose a longer one, of different characters.",
  same_password: "Choose a password that differs from the one you have.",
  otp_expired: "The link or the code is wrong, or has expired.",
  otp_disabled: "There is no account for what you entered.",
  user_not_found: "This account does not exist any more.",
  user_banned: "This account is blocked.",
  signup_disabled: "New accounts cannot be created at the moment.",
  email_provider_disabled: "You cannot sign in by email here.",
  phone_provider_disabled: "You cannot sign in by phone here.",
  provider_disabled: "You cannot sign in this way here.",
  provider_email_needs_verification:
    "Confirm your email address first. We have sent you a link by email.",
  bad_oauth_state: "The sign-in could not be completed. Please try again.",
  bad_oauth_callback: "The sign-in could not be completed. Please try again.",
  flow_state_not_found: "The sign-in could not be completed. Please try again.",
  flow_state_expired: "The sign-in took too long. Please try again.",
  session_not_found: "Your session has ended. Sign in again.",
  session_expired: "Your session has ended. Sign in again.",
  reauthentication_needed: "To be sure that it is you, we need a code from your email.",
  over_email_send_rate_limit: "Too many emails in a short time. Wait a moment.",
  over_sms_send_rate_limit: "Too many text messages in a short time. Wait a moment.",
  over_request_rate_limit: "Too many attempts in a short time. Wait a moment.",
  sms_send_failed: "The text message could not be sent. Please try again.",
  unexpected_failure: "Something went wrong. Please try again.",
};
