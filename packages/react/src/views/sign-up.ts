import type { View } from "../form/view.ts";

/** Creates an account. If the response has a user but no session, the e-mail must be confirmed. */
export const signUp: View = {
  fields: () => ["email", "password"],
  links: ["sign_in"],
  social: true,
  submit({ email, password, data: enteredData }, settings) {
    const { additionalData, auth, captcha, redirectTo } = settings;
    const data = { ...enteredData, ...additionalData };
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
