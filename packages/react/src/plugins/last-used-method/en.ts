/** The texts of the mark that shows the last used sign-in method. */
export const last_used_method = {
  mark: "Last used",
};
