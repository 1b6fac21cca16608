import { useId, useState } from "react";
import { Button } from "../../elements/button.tsx";
import { Container } from "../../elements/container.tsx";
import { codeOf } from "../../form/ceremony-failure.ts";
import { CodeField } from "../../form/change-fields.tsx";
import { normalizeCode } from "../../form/digits.ts";
import { fieldErrorProps } from "../../form/form.ts";
import { interceptSubmit } from "../../form/intercept-submit.ts";
import { notify } from "../../form/notify.ts";
import { has } from "../client.ts";
import type { PluginForm } from "../plugin.ts";

/**
 * Reauthenticates a user who sets a new password: sends a code, and then the password with the code
 * (https://supabase.com/docs/reference/javascript/auth-reauthentication).
 */
export function NonceField({ form }: { form: PluginForm }) {
  const { options, root, state, submission, view, words } = form;
  const [sent, setSent] = useState(false);
  const id = useId();
  const client = options.supabaseClient;
  const needsNonce = state.phase === "failed" && codeOf(state.error) === "reauthentication_needed";
  if (view !== "update_password" || !(needsNonce || sent) || !has(client, "reauthenticate"))
    return null;
  const texts = words.verify_otp;

  const send = () =>
    submission.run("resend", async () => {
      const { error } = await client.auth.reauthenticate();
      if (error) throw error;
      setSent(true);
      return texts.resend_confirmation_text;
    });
  const confirm = (nonce: string) =>
    submission.run("nonce", async () => {
      const field = root.current?.querySelector<HTMLInputElement>("input[name=password]");
      const password = field?.value ?? "";
      const { data, error } = await client.auth.updateUser({ password, nonce });
      if (error) throw error;
      setSent(false);
      notify(() => options.onSuccess?.({ view, user: data.user, session: null }));
      return words.update_password.confirmation_text;
    });

  return (
    <form
      className="portico-nonce"
      method="post"
      noValidate
      onSubmit={(event) => {
        interceptSubmit(event);
        const typed = String(new FormData(event.currentTarget).get("nonce"));
        void confirm(normalizeCode(typed));
      }}
    >
      <Container gap="large">
        {sent && (
          <>
            <CodeField
              id={id}
              name="nonce"
              label={texts.token_input_label}
              {...fieldErrorProps(state, "nonce", form.alert.id)}
            />
            <Button type="submit" color="primary" {...submission.busy("nonce")}>
              {words.update_password.button_label}
            </Button>
          </>
        )}
        <Button {...submission.busy("resend")} onClick={() => void send()}>
          {texts.resend_button_label}
        </Button>
      </Container>
    </form>
  );
}
