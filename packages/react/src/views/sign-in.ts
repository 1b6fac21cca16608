import type { View } from "../form/view.ts";

/** Signs in with e-mail and password. */
export const signIn: View = {
  fields: () => ["email", "password"],
  links: ["magic_link", "forgotten_password", "sign_up"],
  social: true,
  submit: ({ email, password }, { auth, captcha }) =>
    auth.signInWithPassword({ email, password, options: captcha }),
};
