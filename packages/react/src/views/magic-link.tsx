import { useCard } from "../form/card.ts";
import { FieldError } from "../form/failure.ts";
import { EmailField } from "../form/field.tsx";
import { entered, Form } from "../form/form.tsx";
import { ViewLink } from "../form/view-link.tsx";
import type { ViewProps } from "./view.ts";

/** Sends a link that signs in. */
export function MagicLinkView({ client, redirectTo, showLinks }: ViewProps) {
  const { words } = useCard();
  const text = words.magic_link;

  async function send(fields: FormData) {
    const email = entered(fields, "email");
    if (!email) throw new FieldError("email", text.empty_email_address);
    const { error } = await client.auth.signInWithOtp({
      email,
      options: { ...(redirectTo !== undefined && { emailRedirectTo: redirectTo }) },
    });
    if (error) throw error;
    return text.confirmation_text;
  }

  return (
    <Form
      view="magic_link"
      submit={send}
      button={text.button_label}
      busyButton={text.loading_button_label}
      links={showLinks && <ViewLink to="sign_in">{words.sign_in.link_text}</ViewLink>}
    >
      <EmailField label={text.email_input_label} placeholder={text.email_input_placeholder} />
    </Form>
  );
}
