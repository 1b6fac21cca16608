"use client";

import { useState } from "react";
import { ChangeField, CodeField } from "../change/fields.tsx";
import { Button } from "../elements/button.tsx";
import { template } from "../i18n/words.ts";
import { Part } from "./part.tsx";
import { type EmailChangeOptions, useEmailChange } from "./use-email-change.ts";

/** The e-mail address, and how to change it. */
export function EmailPart(options: EmailChangeOptions) {
  const change = useEmailChange(options);
  const { awaited, email, pending, words } = change;
  const [tried, setTried] = useState<string>();
  return (
    <Part heading={words.email.heading} change={change}>
      {email && <p className="portico-value">{email}</p>}
      {pending ? (
        <>
          <p className="portico-text">{change.instructions}</p>
          {awaited.map((address) => {
            // A code that is wrong is so at the address that it was entered for.
            const field = change.field(address === tried ? "token" : "");
            return (
              <form
                key={address}
                className="portico-form portico-inline"
                {...change.form(address, (entered) => {
                  setTried(address);
                  return change.confirm(address, entered);
                })}
              >
                <CodeField
                  label={template(words.email.code_label, { email: address })}
                  {...field}
                  id={field.id + (address === email ? "old" : "new")}
                  name="token"
                />
                <Button {...change.button(address)}>{words.common.confirm}</Button>
              </form>
            );
          })}
          <div className="portico-row">
            <Button {...change.button("resend", "button")} onClick={change.resend}>
              {words.common.resend}
            </Button>
            <Button onClick={change.enterAnother}>{words.email.other}</Button>
          </div>
        </>
      ) : (
        <form className="portico-form" {...change.form("begin", change.begin)}>
          <ChangeField
            label={words.email.label}
            type="email"
            autoComplete="email"
            required
            {...change.field("email")}
          />
          <Button {...change.button("begin")}>{words.email.button_label}</Button>
        </form>
      )}
    </Part>
  );
}
