"use client";

import { useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { Button } from "../elements/button.tsx";
import { ChangeField, CodeField } from "../form/change-fields.tsx";
import { template } from "../i18n/words.ts";
import { Announcement } from "../messages/announcement.tsx";
import { knownMailbox, type Mailbox } from "../messages/mailbox.ts";
import { ResendRow } from "./resend-row.tsx";
import { Section } from "./section.tsx";
import { type EmailChangeOptions, useEmailChange } from "./use-email-change.ts";

interface EmailSectionProps extends EmailChangeOptions {
  /** Returns the mailbox of an address. Default: the page of a known mail provider. */
  mailbox?: (address: string) => Mailbox | undefined;
}

/** Renders the e-mail address and the form to change it. */
export function EmailSection({ mailbox = knownMailbox, ...options }: EmailSectionProps) {
  const change = useEmailChange(options);
  const { awaited, email, pending, words: texts } = change;
  const [lastAddress, setLastAddress] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  useBrowserLayoutEffect(() => {
    if (change.abandoned) form.current?.querySelector("input")?.select();
  }, [change.abandoned]);

  return (
    <Section heading={texts.email.heading} change={change}>
      {email && <p className="portico-value">{email}</p>}
      {pending ? (
        <>
          <Announcement isAnnounced={change.state.phase === "done"}>
            {change.instructions}
          </Announcement>
          {awaited.map((address) => {
            // Show a wrong-code error only at the address it was entered for.
            const field = change.field(address === lastAddress ? "token" : "");
            const provider = mailbox(address);
            return (
              <form
                key={address}
                className="portico-form portico-inline"
                {...change.form(address, (entries) => {
                  setLastAddress(address);
                  return change.confirm(address, entries);
                })}
              >
                <CodeField
                  label={template(texts.email.code_label, { email: address })}
                  {...field}
                  id={field.id + (address === email ? "old" : "new")}
                  name="token"
                />
                <Button {...change.button(address)}>{texts.common.confirm}</Button>
                {provider && (
                  <a href={provider.href} target="_blank" rel="noreferrer">
                    {template(texts.email.open_mail, { provider: provider.name })}
                  </a>
                )}
              </form>
            );
          })}
          <ResendRow change={change} other={texts.email.other} />
        </>
      ) : (
        <form ref={form} className="portico-form" {...change.form("begin", change.begin)}>
          <ChangeField
            label={texts.email.label}
            type="email"
            autoComplete="email"
            required
            defaultValue={change.abandoned}
            {...change.field("email")}
          />
          {change.requiresNonce && (
            <CodeField label={texts.common.code_label} {...change.field("nonce")} />
          )}
          <Button {...change.button("begin")}>{texts.email.button_label}</Button>
        </form>
      )}
    </Section>
  );
}
