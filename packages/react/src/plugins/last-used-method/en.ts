/** The words of the mark on the way in that was used last. */
export const last_used_method = {
  mark: "Last used",
};
