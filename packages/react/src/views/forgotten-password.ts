import type { Settings, View } from "../form/view.ts";

/** Sends a link that leads to a new password. */
export const forgottenPassword: View = {
  fields: () => ["email"],
  links: ["sign_in"],
  submit: ({ email }, settings) => sendReset(email, settings),
};

/** Sends an e-mail that leads to a new password, by its link or by its code. */
export function sendReset(email: string, { auth, captcha, redirectTo }: Settings) {
  return auth.resetPasswordForEmail(email, { ...captcha, redirectTo });
}
