/** The words of every screen that waits for a code. */
export const code = {
  /** `{{when}}` is such as "in 43 seconds". */
  wait_text: "You can request another one {{when}}.",
};
