import type { View } from "../form/view.ts";

/** Sets a new password for the account that is signed in. */
export const updatePassword: View = {
  fields: () => ["password"],
  links: [],
  submit: ({ password }, { auth }) => auth.updateUser({ password }),
};
