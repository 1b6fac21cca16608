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

/** Renders the list of passkeys and the button to add one. Renders nothing if the project has disabled passkeys. */
export function Passkeys() {
  const change = usePasskeys();
  const { available, passkeys = [], words: texts } = change;
  if (!available) return null;
  return (
    <Section heading={texts.passkeys.heading} text={texts.passkeys.text} change={change}>
      {passkeys.length > 0 && (
        <List>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} change={change} />
          ))}
        </List>
      )}
      <Row>
        <Button variant="outline" {...change.button("add", "button")} onClick={change.add}>
          {texts.passkeys.add}
        </Button>
      </Row>
    </Section>
  );
}

function PasskeyItem({ passkey, change }: { passkey: AccountPasskey; change: PasskeysChange }) {
  const formatDate = useDateFormat();
  const { words: texts } = change;
  const { id, name, createdAt, lastUsedAt } = passkey;
  const [isRenaming, setIsRenaming] = useState<boolean>();
  const source = `rename ${id}`;
  if (isRenaming) {
    return (
      <li>
        <SectionForm
          {...change.form(source, async (entries) => {
            const confirmation = await change.rename(passkey, entries);
            setIsRenaming(false);
            return confirmation;
          })}
          onKeyDown={(event) => {
            if (event.key === "Escape") setIsRenaming(false);
          }}
          buttons={
            <>
              <Button {...change.button(source)}>{texts.passkeys.save}</Button>
              <Button type="button" variant="outline" onClick={() => setIsRenaming(false)}>
                {texts.common.cancel}
              </Button>
            </>
          }
        >
          <TextField
            label={texts.common.name_label}
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
          ? template(texts.passkeys.used, { date: formatDate(lastUsedAt) })
          : template(texts.passkeys.unused, { date: formatDate(createdAt) })
      }
    >
      <Button
        type="button"
        variant="outline"
        // The value is false, not undefined, after the user has renamed the passkey. The button then takes the focus
        // back.
        autoFocus={isRenaming === false}
        aria-label={`${texts.passkeys.rename}: ${name}`}
        onClick={() => setIsRenaming(true)}
      >
        {texts.passkeys.rename}
      </Button>
      <ConfirmButton
        label={texts.common.remove}
        fullLabel={`${texts.common.remove}: ${name}`}
        question={template(texts.passkeys.remove, { name })}
        confirmLabel={texts.common.remove}
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
  const { identities, offered, words: texts } = change;
  const formatDate = useDateFormat();
  return (
    <Section heading={texts.identities.heading} text={texts.identities.text} change={change}>
      <List>
        {identities.map((identity) => (
          <Item
            key={identity.id}
            name={identity.name}
            hint={[
              identity.account,
              identity.linkedAt &&
                template(texts.identities.linked, { date: formatDate(identity.linkedAt) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          >
            {identity.isRemovable && (
              <ConfirmButton
                label={texts.identities.unlink}
                fullLabel={`${texts.identities.unlink}: ${identity.name}`}
                question={template(texts.identities.unlink_text, { provider: identity.name })}
                confirmLabel={texts.identities.unlink}
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
              {template(texts.identities.link, { provider: name })}
            </Button>
          ))}
        </Row>
      )}
    </Section>
  );
}

/** Renders buttons to sign out of this device, of all other devices, or everywhere. */
export function SignOut(options: SignOutOptions) {
  const change = useSignOut(options);
  const { words: texts } = change;
  return (
    <Section heading={texts.sign_out.heading} change={change}>
      <Row>
        <Button
          variant="outline"
          {...change.button("local", "button")}
          onClick={() => change.signOut("local")}
        >
          {texts.sign_out.here}
        </Button>
        <Button
          variant="outline"
          {...change.button("others", "button")}
          onClick={() => change.signOut("others")}
        >
          {texts.sign_out.others}
        </Button>
        <ConfirmButton
          label={texts.sign_out.everywhere}
          question={texts.sign_out.everywhere_text}
          confirmLabel={texts.sign_out.everywhere}
          cancelLabel={texts.common.cancel}
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
          label={texts.deletion.password_label}
          show={formTexts.common.show_password}
          autoComplete="current-password"
          {...change.field("current_password")}
        />
      </ConfirmButton>
    </Section>
  );
}

/** Returns a function that formats a date in the language of the account's texts. */
function useDateFormat() {
  const { lang } = useAccount();
  return (date: string) =>
    new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(new Date(date));
}
