/** The texts of the password rules. */
export const checklist = {
  heading: "Password requirements",
  length: "At least {{count}} characters",
  longer: "More characters",
  lower: "A lowercase letter",
  upper: "An uppercase letter",
  letter: "A letter",
  digit: "A digit",
  symbol: "A symbol, such as ! or ?",
  kinds: "A wider mix of characters",
  pwned: "Not in a known data leak",
  bytes: "At most 72 bytes: {{count}} so far. Some characters take more than one.",
  met: "Met",
  unmet: "Not met yet",
};
