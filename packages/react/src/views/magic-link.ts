import type { Settings, View } from "../form/view.ts";
import { requireAddress } from "./require-address.ts";

/** Sends a link that signs in. */
export const magicLink: View = {
  fields: () => ["email"],
  links: ["sign_in"],
  social: true,
  submit: ({ email }, settings) => sendLink(email, settings),
};

/** Sends an e-mail that signs in, by its link or by its code. */
export async function sendLink(email: string, settings: Settings) {
  const { additionalData: data, auth, captcha, redirectTo, shouldCreateUser, words } = settings;
  requireAddress(email, words);
  return auth.signInWithOtp({
    email,
    options: { ...captcha, emailRedirectTo: redirectTo, data, shouldCreateUser },
  });
}
