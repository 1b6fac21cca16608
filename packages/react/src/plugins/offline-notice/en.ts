/** The texts of the offline notice. */
export const offline = {
  text: "You're offline. What you typed is still here.",
  back: "You're back online.",
  again: "Try again",
};
