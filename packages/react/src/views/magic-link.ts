import { FieldError } from "../form/failure.ts";
import type { Settings, View } from "./view.ts";

/** Sends a link that signs in. */
export const magicLink: View = {
  fields: () => ["email"],
  links: ["sign_in"],
  social: true,
  submit: ({ email }, settings) => sendLink(email, settings),
};

/** Sends an e-mail that signs in, by its link or by its code. */
export async function sendLink(email: string, settings: Settings) {
  if (!email) throw new FieldError("email", settings.words.magic_link.empty_email_address);
  const { additionalData: data, auth, emailed, shouldCreateUser } = settings;
  return auth.signInWithOtp({ email, options: { ...emailed, data, shouldCreateUser } });
}
