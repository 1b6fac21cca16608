import type { View } from "./view.ts";

/** Creates an account. A user without a session has a confirmation to wait for. */
export const signUp: View = {
  fields: () => ["email", "password"],
  links: ["sign_in"],
  social: true,
  submit({ email, password, data: entered }, { additionalData, auth, emailed }) {
    const data = { ...entered, ...additionalData };
    return auth.signUp({
      email,
      password,
      options: { ...emailed, data: Object.keys(data)[0] ? data : undefined },
    });
  },
};
