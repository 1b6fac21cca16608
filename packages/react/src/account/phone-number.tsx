"use client";

import { useId } from "react";
import { Button } from "../elements/button.tsx";
import { ChangeField, CodeField } from "../form/change-fields.tsx";
import { template } from "../i18n/words.ts";
import { Announcement } from "../messages/announcement.tsx";
import { ResendRow } from "./resend-row.tsx";
import { Section } from "./section.tsx";
import { type PhoneChangeOptions, usePhoneChange } from "./use-phone-change.ts";

/** Renders the phone number and the form to change it. */
export function PhoneSection(options: PhoneChangeOptions) {
  const change = usePhoneChange(options);
  const { requiresNonce, pending, phone, words: texts } = change;
  const hint = useId();
  const field = change.field("phone");
  return (
    <Section heading={texts.phone.heading} change={change}>
      {phone && (
        <p className="portico-value">
          <bdi dir="ltr">{phone}</bdi>
        </p>
      )}
      {pending ? (
        <>
          <Announcement isAnnounced={change.state.phase === "done"}>
            {template(texts.phone.sent, { phone: pending })}
          </Announcement>
          <form className="portico-form portico-inline" {...change.form("confirm", change.confirm)}>
            <CodeField label={texts.common.code_label} {...change.field("token")} />
            <Button {...change.button("confirm")}>{texts.common.confirm}</Button>
          </form>
          <ResendRow change={change} other={texts.phone.other} />
        </>
      ) : (
        <form className="portico-form" {...change.form("begin", change.begin)}>
          <div>
            <ChangeField
              label={texts.phone.label}
              type="tel"
              autoComplete="tel"
              required
              aria-describedby={hint}
              {...field}
            />
            <p id={hint} className="portico-hint">
              {texts.phone.hint}
            </p>
          </div>
          {requiresNonce && (
            <CodeField label={texts.common.code_label} {...change.field("nonce")} />
          )}
          <Button {...change.button("begin")}>{texts.phone.button_label}</Button>
        </form>
      )}
    </Section>
  );
}
