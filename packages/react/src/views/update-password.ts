import type { View } from "../form/view.ts";

/** Sets a new password for whoever is signed in. */
export const updatePassword: View = {
  fields: () => ["password"],
  links: [],
  submit: ({ password }, { auth }) => auth.updateUser({ password }),
};
