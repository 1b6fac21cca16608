import type { View } from "../form/view.ts";

/** Sets a new password for the signed-in account. */
export const updatePassword: View = {
  fields: () => ["password"],
  links: [],
  // https://www.chromium.org/developers/design-documents/form-styles-that-chromium-understands/
  username: (value) => ({
    name: "username",
    autoComplete: "username",
    value,
    readOnly: true,
    hidden: true,
  }),
  submit: ({ password }, { auth }) => auth.updateUser({ password }),
};
