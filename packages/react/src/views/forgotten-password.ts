import type { View, ViewSettings } from "../form/view.ts";

/** Sends a link to reset the password. */
export const forgottenPassword: View = {
  fields: () => ["email"],
  links: ["sign_in"],
  submit: ({ email }, settings) => sendReset(email, settings),
};

/** Sends an e-mail to reset the password, with a link and optionally a code. */
export function sendReset(email: string, { auth, captcha, redirectTo }: ViewSettings) {
  return auth.resetPasswordForEmail(email, { ...captcha, redirectTo });
}
