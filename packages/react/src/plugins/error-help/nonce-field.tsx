import { useId, useState } from "react";
import { Button } from "../../elements/button.tsx";
import { Container } from "../../elements/container.tsx";
import { codeOf } from "../../form/ceremony-failure.ts";
import { CodeField } from "../../form/change-fields.tsx";
import { normalizeCode } from "../../form/digits.ts";
import { fieldErrorProps } from "../../form/form.ts";
import { interceptSubmit } from "../../form/intercept-submit.ts";
import { notify } from "../../form/notify.ts";
import { hasMethod } from "../client.ts";
import type { PluginForm } from "../plugin.ts";

/**
 * Reauthenticates a user who sets a new password: requests a code, then sends the password together with it
 * (https://supabase.com/docs/reference/javascript/auth-reauthentication).
 */
export function NonceField({ form }: { form: PluginForm }) {
  const { options, root, state, submission, view, words: texts } = form;
  const [isSent, setIsSent] = useState(false);
  const id = useId();
  const client = options.supabaseClient;
  const needsNonce = state.phase === "failed" && codeOf(state.error) === "reauthentication_needed";
  if (view !== "update_password" || !(needsNonce || isSent) || !hasMethod(client, "reauthenticate"))
    return null;
  const codeTexts = texts.verify_otp;

  const send = () =>
    submission.run("resend", async () => {
      const { error } = await client.auth.reauthenticate();
      if (error) throw error;
      setIsSent(true);
      return codeTexts.resend_confirmation_text;
    });
  const confirm = (nonce: string) =>
    submission.run("nonce", async () => {
      const field = root.current?.querySelector<HTMLInputElement>("input[name=password]");
      const password = field?.value ?? "";
      const { data, error } = await client.auth.updateUser({ password, nonce });
      if (error) throw error;
      setIsSent(false);
      notify(() => options.onSuccess?.({ view, user: data.user, session: null }));
      return texts.update_password.confirmation_text;
    });

  return (
    <form
      className="portico-nonce"
      method="post"
      noValidate
      onSubmit={(event) => {
        interceptSubmit(event);
        const typedCode = String(new FormData(event.currentTarget).get("nonce"));
        void confirm(normalizeCode(typedCode));
      }}
    >
      <Container gap="large">
        {isSent && (
          <>
            <CodeField
              id={id}
              name="nonce"
              label={codeTexts.token_input_label}
              {...fieldErrorProps(state, "nonce", form.alert.id)}
            />
            <Button type="submit" color="primary" {...submission.busy("nonce")}>
              {texts.update_password.button_label}
            </Button>
          </>
        )}
        <Button {...submission.busy("resend")} onClick={() => void send()}>
          {codeTexts.resend_button_label}
        </Button>
      </Container>
    </form>
  );
}
