import type { View } from "../form/view.ts";
import { requireAddress } from "./require-address.ts";

/** Creates an account. A user without a session has a confirmation to wait for. */
export const signUp: View = {
  fields: () => ["email", "password"],
  links: ["sign_in"],
  social: true,
  async submit({ email, password, data: entered }, settings) {
    const { additionalData, auth, captcha, redirectTo, words } = settings;
    // A server that lets guests in takes a sign-up without an address for a guest's.
    requireAddress(email, words);
    const data = { ...entered, ...additionalData };
    return auth.signUp({
      email,
      password,
      options: {
        ...captcha,
        emailRedirectTo: redirectTo,
        data: Object.keys(data).length > 0 ? data : undefined,
      },
    });
  },
};
