import { en, type Words } from "./en.ts";
import { resolveTexts } from "./words.ts";

const { link_text, social_provider_text } = en.sign_in;

/**
 * The English texts of the archived kit, for forms with its themes. Users and tests of migrated applications expect
 * these texts.
 */
export const archived: Words = /* @__PURE__ */ resolveTexts({
  sign_up: {
    password_label: "Create a Password",
    loading_button_label: "Signing up ...",
    social_provider_text,
  },
  sign_in: {
    password_label: "Your Password",
    loading_button_label: "Signing in ...",
    link_text,
  },
  magic_link: {
    button_label: "Send Magic Link",
    loading_button_label: "Sending Magic Link ...",
    link_text: "Send a magic link email",
  },
  forgotten_password: {
    button_label: "Send reset password instructions",
    loading_button_label: "Sending reset instructions ...",
  },
  update_password: { loading_button_label: "Updating password ..." },
});
