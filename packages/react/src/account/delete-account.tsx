"use client";

import { SecretField } from "../form/change-fields.tsx";
import { useAccount } from "./account.tsx";
import { ConfirmButton, Section } from "./section.tsx";
import { type DeleteAccountOptions, useDeleteAccount } from "./use-delete-account.ts";

/** Renders the form that deletes the account. It asks for confirmation and for the password. */
export function DeleteAccountSection(options: DeleteAccountOptions) {
  const { formWords: formTexts } = useAccount();
  const change = useDeleteAccount(options);
  const { words: texts } = change;
  return (
    <Section heading={texts.deletion.heading} change={change}>
      <ConfirmButton
        label={texts.deletion.button_label}
        question={texts.deletion.text}
        confirmLabel={texts.deletion.confirm}
        change={change}
        source="delete"
        onConfirm={(entries) => change.remove(entries("current_password"))}
      >
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={change.username}
          readOnly
          hidden
        />
        <SecretField
          label={texts.deletion.password_label}
          form={{ state: change.state, words: formTexts }}
          autoComplete="current-password"
          {...change.field("current_password")}
        />
      </ConfirmButton>
    </Section>
  );
}
