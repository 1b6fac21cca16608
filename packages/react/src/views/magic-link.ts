import type { View, ViewSettings } from "../form/view.ts";

/** Sends a sign-in link. `useForm` rejects an empty e-mail before it calls `submit` (form/use-form.ts). */
export const magicLink: View = {
  fields: () => ["email"],
  links: ["sign_in"],
  social: true,
  submit: ({ email }, settings) => sendLink(email, settings),
};

/** Sends an e-mail to sign in, with a link and optionally a code. */
export function sendLink(email: string, settings: ViewSettings) {
  const { additionalData: data, auth, captcha, redirectTo, shouldCreateUser } = settings;
  return auth.signInWithOtp({
    email,
    options: { ...captcha, emailRedirectTo: redirectTo, data, shouldCreateUser },
  });
}
