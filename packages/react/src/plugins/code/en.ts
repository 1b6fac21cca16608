/** The texts of every screen that asks for a code. */
export const code = {
  /** `{{when}}` is a time such as "in 43 seconds". */
  wait_text: "You can request another one {{when}}.",
};
