/** The texts of the mark on the last used sign-in method. */
export const last_used_method = {
  mark: "Last used",
};
