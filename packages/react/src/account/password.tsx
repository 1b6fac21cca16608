"use client";

import { Button } from "../elements/button.tsx";
import { CodeField, SecretField } from "../form/change-fields.tsx";
import { useAccount } from "./account.tsx";
import { Section } from "./section.tsx";
import { type PasswordChangeOptions, usePasswordChange } from "./use-password-change.ts";

/** Renders the form that changes the password. */
export function PasswordSection(options: PasswordChangeOptions) {
  const { formWords: formTexts } = useAccount();
  const change = usePasswordChange(options);
  const { requiresCurrentPassword, requiresNonce, words: texts } = change;
  const form = { state: change.state, words: formTexts };

  return (
    <Section heading={texts.password.heading} text={texts.password.text} change={change}>
      <form className="portico-form" {...change.form("save", change.save)}>
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={change.username}
          readOnly
          hidden
        />
        {requiresCurrentPassword && (
          <SecretField
            label={texts.password.current_label}
            form={form}
            autoComplete="current-password"
            required
            {...change.field("current_password")}
          />
        )}
        <SecretField
          label={texts.password.label}
          form={form}
          autoComplete="new-password"
          required
          {...change.field("password")}
        />
        {requiresNonce && <CodeField label={texts.common.code_label} {...change.field("nonce")} />}
        <Button {...change.button("save")}>{texts.password.button_label}</Button>
      </form>
    </Section>
  );
}
