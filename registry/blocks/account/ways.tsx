"use client";

import { template } from "@portico/react";
import {
  type AccountPasskey,
  type DeleteAccountOptions,
  type IdentitiesOptions,
  type Passkeys as PasskeysChange,
  type SignOutOptions,
  useAccount,
  useDeleteAccount,
  useIdentities,
  usePasskeys,
  useSignOut,
} from "@portico/react/account";
import { useState } from "react";
import {
  ConfirmButton,
  Item,
  List,
  Row,
  Section,
  SectionForm,
} from "@/components/portico/account/section";
import { PasswordField, TextField } from "@/components/portico/fields";
import { Button } from "@/components/ui/button";

/** Renders the list of passkeys and the button to add one. Renders nothing if the project has no passkeys. */
export function Passkeys() {
  const change = usePasskeys();
  const { available, passkeys = [], words } = change;
  if (!available) return null;
  return (
    <Section heading={words.passkeys.heading} text={words.passkeys.text} change={change}>
      {passkeys.length > 0 && (
        <List>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} change={change} />
          ))}
        </List>
      )}
      <Row>
        <Button variant="outline" {...change.button("add", "button")} onClick={change.add}>
          {words.passkeys.add}
        </Button>
      </Row>
    </Section>
  );
}

function PasskeyItem({ passkey, change }: { passkey: AccountPasskey; change: PasskeysChange }) {
  const date = useDate();
  const { words } = change;
  const { id, name, createdAt, lastUsedAt } = passkey;
  const [renaming, setRenaming] = useState<boolean>();
  const source = `rename ${id}`;
  if (renaming) {
    return (
      <li>
        <SectionForm
          {...change.form(source, async (entries) => {
            const isRenamed = await change.rename(passkey, entries);
            setRenaming(false);
            return isRenamed;
          })}
          onKeyDown={(event) => {
            if (event.key === "Escape") setRenaming(false);
          }}
          buttons={
            <>
              <Button {...change.button(source)}>{words.passkeys.save}</Button>
              <Button type="button" variant="outline" onClick={() => setRenaming(false)}>
                {words.common.cancel}
              </Button>
            </>
          }
        >
          <TextField
            label={words.common.name_label}
            autoFocus
            autoCapitalize="sentences"
            autoComplete="off"
            maxLength={120}
            defaultValue={name}
            {...change.field(`name-${id}`)}
            name="name"
          />
        </SectionForm>
      </li>
    );
  }
  return (
    <Item
      name={name}
      hint={
        lastUsedAt
          ? template(words.passkeys.used, { date: date(lastUsedAt) })
          : template(words.passkeys.unused, { date: date(createdAt) })
      }
    >
      <Button
        type="button"
        variant="outline"
        // False after it was renamed: the focus returns.
        autoFocus={renaming === false}
        aria-label={`${words.passkeys.rename}: ${name}`}
        onClick={() => setRenaming(true)}
      >
        {words.passkeys.rename}
      </Button>
      <ConfirmButton
        label={words.common.remove}
        fullLabel={`${words.common.remove}: ${name}`}
        question={template(words.passkeys.remove, { name })}
        confirmLabel={words.common.remove}
        change={change}
        source={id}
        onConfirm={() => change.remove(passkey)}
      />
    </Item>
  );
}

/** Renders the linked sign-in methods, and the providers that can be linked. */
export function Identities(options: IdentitiesOptions) {
  const change = useIdentities(options);
  const { identities, offered, words } = change;
  const date = useDate();
  return (
    <Section heading={words.identities.heading} text={words.identities.text} change={change}>
      <List>
        {identities.map((identity) => (
          <Item
            key={identity.id}
            name={identity.name}
            hint={[
              identity.account,
              identity.linkedAt &&
                template(words.identities.linked, { date: date(identity.linkedAt) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          >
            {identity.isRemovable && (
              <ConfirmButton
                label={words.identities.unlink}
                fullLabel={`${words.identities.unlink}: ${identity.name}`}
                question={template(words.identities.unlink_text, { provider: identity.name })}
                confirmLabel={words.identities.unlink}
                change={change}
                source={identity.id}
                onConfirm={() => change.unlink(identity)}
              />
            )}
          </Item>
        ))}
      </List>
      {offered.length > 0 && (
        <Row>
          {offered.map(({ provider, name }) => (
            <Button
              key={provider}
              variant="outline"
              {...change.button(`link ${provider}`, "button")}
              onClick={() => change.link(provider)}
            >
              {template(words.identities.link, { provider: name })}
            </Button>
          ))}
        </Row>
      )}
    </Section>
  );
}

/** Renders the buttons to sign out of this device, of the others, or everywhere. */
export function SignOut(options: SignOutOptions) {
  const change = useSignOut(options);
  const { words } = change;
  return (
    <Section heading={words.sign_out.heading} change={change}>
      <Row>
        <Button
          variant="outline"
          {...change.button("local", "button")}
          onClick={() => change.signOut("local")}
        >
          {words.sign_out.here}
        </Button>
        <Button
          variant="outline"
          {...change.button("others", "button")}
          onClick={() => change.signOut("others")}
        >
          {words.sign_out.others}
        </Button>
        <ConfirmButton
          label={words.sign_out.everywhere}
          question={words.sign_out.everywhere_text}
          confirmLabel={words.sign_out.everywhere}
          cancelLabel={words.common.cancel}
          change={change}
          source="global"
          onConfirm={() => change.signOut("global")}
        />
      </Row>
    </Section>
  );
}

/** Renders the form that deletes the account. It asks for confirmation and for the password. */
export function DeleteAccount(options: DeleteAccountOptions) {
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
        onConfirm={(form) => change.remove(String(form.get("current_password") ?? ""))}
      >
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={change.username}
          readOnly
          hidden
        />
        <PasswordField
          label={words.deletion.password_label}
          show={formWords.common.show_password}
          autoComplete="current-password"
          {...change.field("current_password")}
        />
      </ConfirmButton>
    </Section>
  );
}

/** Returns a function that formats a date in the language of the account's words. */
function useDate() {
  const { lang } = useAccount();
  return (moment: string) =>
    new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(new Date(moment));
}
