"use client";

import { useId } from "react";
import { useCountdown } from "../around/resend/countdown.tsx";
import { ChangeField, CodeField } from "../change/fields.tsx";
import { Button } from "../elements/button.tsx";
import { template } from "../i18n/words.ts";
import { useAccount } from "./account.tsx";
import { Part } from "./part.tsx";
import { type PhoneChangeOptions, usePhoneChange } from "./use-phone-change.ts";

/** The phone number, and how to change it. */
export function PhonePart(options: PhoneChangeOptions) {
  const { lang } = useAccount();
  const change = usePhoneChange(options);
  const { pending, phone, words } = change;
  const countdown = useCountdown(change.resendAt, words.common.wait_text, lang);
  const hint = useId();
  const field = change.field("phone");
  return (
    <Part heading={words.phone.heading} change={change}>
      {phone && (
        <p className="portico-value">
          <bdi dir="ltr">{phone}</bdi>
        </p>
      )}
      {pending ? (
        <>
          <p className="portico-text">{template(words.phone.sent, { phone: pending })}</p>
          <form className="portico-form portico-inline" {...change.form("confirm", change.confirm)}>
            <CodeField label={words.common.code_label} {...change.field("token")} />
            <Button {...change.button("confirm")}>{words.common.confirm}</Button>
          </form>
          <div className="portico-row">
            <Button
              {...change.button("resend", "button")}
              aria-disabled={countdown.counting}
              onClick={() => countdown.press(() => void change.resend())}
            >
              {words.common.resend}
              {countdown.clock}
            </Button>
            <Button onClick={change.enterAnother}>{words.phone.other}</Button>
          </div>
          {countdown.said}
        </>
      ) : (
        <form className="portico-form" {...change.form("begin", change.begin)}>
          <div>
            <ChangeField
              label={words.phone.label}
              type="tel"
              autoComplete="tel"
              required
              aria-describedby={hint}
              {...field}
            />
            <p id={hint} className="portico-hint">
              {words.phone.hint}
            </p>
          </div>
          <Button {...change.button("begin")}>{words.phone.button_label}</Button>
        </form>
      )}
    </Part>
  );
}
