import { useCard } from "../form/card.ts";
import { EmailField } from "../form/field.tsx";
import { entered, Form } from "../form/form.tsx";
import { PasswordField } from "../form/password-field.tsx";
import { ViewLink } from "../form/view-link.tsx";
import type { ViewProps } from "./view.ts";

/** Signs in with e-mail and password. */
export function SignInView({ client, magicLink, showLinks }: ViewProps) {
  const { words } = useCard();
  const text = words.sign_in;

  async function signIn(fields: FormData) {
    const { error } = await client.auth.signInWithPassword({
      email: entered(fields, "email"),
      password: entered(fields, "password"),
    });
    if (error) throw error;
    return undefined;
  }

  return (
    <Form
      view="sign_in"
      submit={signIn}
      button={text.button_label}
      busyButton={text.loading_button_label}
      links={
        showLinks && (
          <>
            {magicLink && <ViewLink to="magic_link">{words.magic_link.link_text}</ViewLink>}
            <ViewLink to="forgotten_password">{words.forgotten_password.link_text}</ViewLink>
            <ViewLink to="sign_up">{words.sign_up.link_text}</ViewLink>
          </>
        )
      }
    >
      <EmailField
        label={text.email_label}
        placeholder={text.email_input_placeholder}
        autoComplete="username"
      />
      <PasswordField
        label={text.password_label}
        placeholder={text.password_input_placeholder}
        autoComplete="current-password"
      />
    </Form>
  );
}
