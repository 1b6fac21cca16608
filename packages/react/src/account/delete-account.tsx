"use client";

import { SecretField } from "../form/change-fields.tsx";
import { useAccount } from "./account.tsx";
import { ConfirmButton, Section } from "./section.tsx";
import { type DeleteAccountOptions, useDeleteAccount } from "./use-delete-account.ts";

/** Renders the form that deletes the account. It asks for confirmation and for the password. */
export function DeleteAccountSection(options: DeleteAccountOptions) {
  const { formWords } = useAccount();
  const change = useDeleteAccount(options);
  const { words } = change;
  return (
    <Section heading={words.deletion.heading} change={change}>
      <ConfirmButton
        label={words.deletion.button_label}
        question={words.deletion.text}
        confirmLabel={words.deletion.confirm}
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
          label={words.deletion.password_label}
          form={{ state: change.state, words: formWords }}
          autoComplete="current-password"
          {...change.field("current_password")}
        />
      </ConfirmButton>
    </Section>
  );
}
