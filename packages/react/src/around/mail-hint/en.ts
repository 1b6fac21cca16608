/** The words of the hint at a mistyped address. */
export const mail_hint = {
  use: "Did you mean {{email}}?",
};
