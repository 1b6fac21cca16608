/** The words of the mark on the sign-in method that was used last. */
export const last_used_method = {
  mark: "Last used",
};
