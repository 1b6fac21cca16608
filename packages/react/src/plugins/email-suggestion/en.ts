/** The texts of the suggestion for a mistyped address. */
export const email_suggestion = {
  use: "Did you mean {{email}}?",
};
