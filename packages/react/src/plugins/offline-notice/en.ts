/** The words of a lost connection. */
export const offline = {
  text: "You are offline. What you typed stays here.",
  back: "You are online again.",
  again: "Try again",
};
