import { useCard } from "../form/card.ts";
import { EmailField } from "../form/field.tsx";
import { entered, Form } from "../form/form.tsx";
import { newPassword } from "../form/new-password.ts";
import { PasswordField } from "../form/password-field.tsx";
import { ViewLink } from "../form/view-link.tsx";
import type { ViewProps } from "./view.ts";

/** Creates an account. A user without a session has a confirmation to wait for. */
export function SignUpView({
  additionalData,
  children,
  client,
  passwordLimit,
  redirectTo,
  showLinks,
}: ViewProps) {
  const { words } = useCard();
  const text = words.sign_up;

  async function signUp(fields: FormData) {
    const { data, error } = await client.auth.signUp({
      email: entered(fields, "email"),
      password: newPassword(fields, passwordLimit, words),
      options: {
        ...(redirectTo !== undefined && { emailRedirectTo: redirectTo }),
        ...(additionalData && { data: additionalData }),
      },
    });
    if (error) throw error;
    return data.user && !data.session ? text.confirmation_text : undefined;
  }

  return (
    <Form
      view="sign_up"
      submit={signUp}
      button={text.button_label}
      busyButton={text.loading_button_label}
      links={showLinks && <ViewLink to="sign_in">{words.sign_in.link_text}</ViewLink>}
    >
      <EmailField label={text.email_label} placeholder={text.email_input_placeholder} />
      <PasswordField
        label={text.password_label}
        placeholder={text.password_input_placeholder}
        autoComplete="new-password"
      />
      {children}
    </Form>
  );
}
