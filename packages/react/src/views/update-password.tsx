import { useCard } from "../form/card.ts";
import { Form } from "../form/form.tsx";
import { newPassword } from "../form/new-password.ts";
import { PasswordField } from "../form/password-field.tsx";
import type { ViewProps } from "./view.ts";

/** Sets a new password for whoever is signed in. */
export function UpdatePasswordView({ client, passwordLimit }: ViewProps) {
  const { email, words } = useCard();
  const text = words.update_password;

  async function update(fields: FormData) {
    const password = newPassword(fields, passwordLimit, words);
    const { error } = await client.auth.updateUser({ password });
    if (error) throw error;
    return text.confirmation_text;
  }

  return (
    <Form
      view="update_password"
      submit={update}
      button={text.button_label}
      busyButton={text.loading_button_label}
    >
      {/* Tells a password manager whose password this is:
          https://www.chromium.org/developers/design-documents/form-styles-that-chromium-understands/ */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={text.password_label}
        placeholder={text.password_input_placeholder}
        autoComplete="new-password"
      />
    </Form>
  );
}
