import type { Settings, View } from "../form/view.ts";

/** Sends a link that signs in. */
export const magicLink: View = {
  fields: () => ["email"],
  links: ["sign_in"],
  social: true,
  submit: ({ email }, settings) => sendLink(email, settings),
};

/** Sends an e-mail that signs in, by its link or by its code. */
export function sendLink(email: string, settings: Settings) {
  const { additionalData: data, auth, captcha, redirectTo, shouldCreateUser } = settings;
  return auth.signInWithOtp({
    email,
    options: { ...captcha, emailRedirectTo: redirectTo, data, shouldCreateUser },
  });
}
