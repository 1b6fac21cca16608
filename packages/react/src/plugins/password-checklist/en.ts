/** The words of the rules of a password. */
export const checklist = {
  heading: "The password needs",
  length: "At least {{count}} characters",
  longer: "More characters",
  lower: "A lowercase letter",
  upper: "An uppercase letter",
  letter: "A letter",
  digit: "A digit",
  symbol: "A symbol, such as ! or ?",
  kinds: "More kinds of characters",
  pwned: "Not to be in a list of leaked passwords",
  bytes: "At most 72 bytes: {{count}} so far. Some characters count for more than one.",
  met: "Met",
  unmet: "Not met yet",
};
