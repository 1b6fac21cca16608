"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "../elements/button.tsx";
import { ChangeField } from "../form/change-fields.tsx";
import { template } from "../i18n/words.ts";
import { useDateFormat } from "./account.tsx";
import { ConfirmButton, Section } from "./section.tsx";
import { type AccountPasskey, type Passkeys, usePasskeys } from "./use-passkeys.ts";

/** Renders the passkeys and the button to add one. Renders nothing if the project has disabled passkeys. */
export function PasskeysSection() {
  const change = usePasskeys();
  const { available, passkeys = [], words: texts } = change;
  if (!available) return null;
  return (
    <Section heading={texts.passkeys.heading} text={texts.passkeys.text} change={change}>
      {passkeys.length > 0 && (
        <ul className="portico-list">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} change={change} />
          ))}
        </ul>
      )}
      <div className="portico-row">
        <Button {...change.button("add", "button")} onClick={change.add}>
          {texts.passkeys.add}
        </Button>
      </div>
    </Section>
  );
}

function Passkey({ passkey, change }: { passkey: AccountPasskey; change: Passkeys }) {
  const date = useDateFormat();
  const { words: texts } = change;
  const { id, name, createdAt, lastUsedAt } = passkey;
  const [isRenaming, setIsRenaming] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const wasRenaming = useRef(false);

  useEffect(() => {
    if (isRenaming) item.current?.querySelector<HTMLElement>("input")?.focus();
    else if (wasRenaming.current) item.current?.querySelector("button")?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);

  const source = `rename ${id}`;
  if (isRenaming) {
    return (
      <li ref={item}>
        <form
          className="portico-form portico-inline"
          {...change.form(source, async (entries) => {
            const confirmation = await change.rename(passkey, entries);
            setIsRenaming(false);
            return confirmation;
          })}
          onKeyDown={(event) => {
            if (event.key === "Escape") setIsRenaming(false);
          }}
        >
          <ChangeField
            label={texts.common.name_label}
            autoCapitalize="sentences"
            autoComplete="off"
            maxLength={120}
            defaultValue={name}
            {...change.field(`name-${id}`)}
            name="name"
          />
          <div className="portico-row">
            <Button {...change.button(source)}>{texts.passkeys.save}</Button>
            <Button onClick={() => setIsRenaming(false)}>{texts.common.cancel}</Button>
          </div>
        </form>
      </li>
    );
  }
  return (
    <li ref={item}>
      <div className="portico-item">
        <strong>{name}</strong>
        <span className="portico-hint">
          {lastUsedAt
            ? template(texts.passkeys.used, { date: date(lastUsedAt) })
            : template(texts.passkeys.unused, { date: date(createdAt) })}
        </span>
      </div>
      <div className="portico-row">
        <Button
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
      </div>
    </li>
  );
}
