/** The words of the check that keeps robots out. */
export const captcha = {
  label: "Check that you are not a robot",
  failed:
    "The check against robots could not be loaded. Reload the page, or allow it in your browser.",
};
