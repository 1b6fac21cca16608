import { useCard } from "../form/card.ts";
import { EmailField } from "../form/field.tsx";
import { entered, Form } from "../form/form.tsx";
import { ViewLink } from "../form/view-link.tsx";
import type { ViewProps } from "./view.ts";

/** Sends a link that leads to a new password. */
export function ForgottenPasswordView({ client, redirectTo, showLinks }: ViewProps) {
  const { words } = useCard();
  const text = words.forgotten_password;

  async function send(fields: FormData) {
    const { error } = await client.auth.resetPasswordForEmail(entered(fields, "email"), {
      ...(redirectTo !== undefined && { redirectTo }),
    });
    if (error) throw error;
    return text.confirmation_text;
  }

  return (
    <Form
      view="forgotten_password"
      submit={send}
      button={text.button_label}
      busyButton={text.loading_button_label}
      links={showLinks && <ViewLink to="sign_in">{words.sign_in.link_text}</ViewLink>}
    >
      <EmailField label={text.email_label} placeholder={text.email_input_placeholder} />
    </Form>
  );
}
