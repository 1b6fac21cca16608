/** The texts of the captcha. */
export const captcha = {
  label: "Verify that you're human",
  failed: "The verification couldn't load. Reload the page, or allow it in your browser.",
};
