/** The words of the hint at a mistyped address. */
export const email_suggestion = {
  use: "Did you mean {{email}}?",
};
