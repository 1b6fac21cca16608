/** The texts of every screen that asks for a code. */
export const code = {
  /** `{{when}}` is for example "in 43 seconds". */
  wait_text: "You can request another one {{when}}.",
};
