import { emailOptions, type View } from "./view.ts";

/** Creates an account. A user without a session has a confirmation to wait for. */
export const signUp: View = {
  fields: () => ["email", "password"],
  links: ["sign_in"],
  social: true,
  submit({ email, password, data: entered }, settings) {
    const data = { ...entered, ...settings.additionalData };
    return settings.auth.signUp({
      email,
      password,
      options: { ...emailOptions(settings), ...(Object.keys(data)[0] && { data }) },
    });
  },
};
