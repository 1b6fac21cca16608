import type { I18nVariables } from "./en.ts";

/** What Portico's own look says in place of the archived kit's words: sentence case, one ellipsis. */
export const ownLook = {
  sign_up: {
    password_label: "Create a password",
    loading_button_label: "Signing up…",
    social_provider_text: "Continue with {{provider}}",
  },
  sign_in: {
    password_label: "Your password",
    loading_button_label: "Signing in…",
    back_link_text: "Back to sign in",
  },
  magic_link: {
    button_label: "Send magic link",
    loading_button_label: "Sending magic link…",
    link_text: "Email me a magic link",
  },
  forgotten_password: {
    button_label: "Send reset link",
    loading_button_label: "Sending reset link…",
  },
  update_password: { loading_button_label: "Updating password…" },
} satisfies I18nVariables;
