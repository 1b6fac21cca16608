"use client";

import { template } from "@portico/react";
import {
  type EmailChangeOptions,
  type PhoneChangeOptions,
  useEmailChange,
  usePhoneChange,
  useResend,
} from "@portico/react/account";
import { useState } from "react";
import { Row, Section, SectionForm } from "@/components/portico/account/section";
import { CodeField } from "@/components/portico/code-field";
import { TextField } from "@/components/portico/fields";
import { Button } from "@/components/ui/button";

/**
 * Renders the e-mail address and the form to change it. One or two confirmations follow, each with a code or a link.
 */
export function Email(options: EmailChangeOptions) {
  const change = useEmailChange(options);
  const { awaited, email, pending, words: texts } = change;
  const [lastAddress, setLastAddress] = useState<string>();
  return (
    <Section heading={texts.email.heading} change={change}>
      {email && <p className="wrap-anywhere text-sm">{email}</p>}
      {pending ? (
        <>
          <p className="wrap-anywhere text-muted-foreground text-sm">{change.instructions}</p>
          {awaited.map((address) => {
            // Show a wrong-code error only at the address that the code was sent to.
            const field = change.field(address === lastAddress ? "token" : "");
            return (
              <SectionForm
                key={address}
                {...change.form(address, (entries) => {
                  setLastAddress(address);
                  return change.confirm(address, entries);
                })}
                buttons={<Button {...change.button(address)}>{texts.common.confirm}</Button>}
              >
                <CodeField
                  label={template(texts.email.code_label, { email: address })}
                  {...field}
                  id={field.id + (address === email ? "old" : "new")}
                  name="token"
                />
              </SectionForm>
            );
          })}
          <Resend change={change} otherLabel={texts.email.other} />
        </>
      ) : (
        <SectionForm
          {...change.form("begin", change.begin)}
          buttons={<Button {...change.button("begin")}>{texts.email.button_label}</Button>}
        >
          <TextField
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
        </SectionForm>
      )}
    </Section>
  );
}

/** Renders the phone number and the form to change it. */
export function PhoneNumber(options: PhoneChangeOptions) {
  const change = usePhoneChange(options);
  const { requiresNonce, pending, phone, words: texts } = change;
  return (
    <Section heading={texts.phone.heading} change={change}>
      {phone && (
        <p className="text-sm">
          <bdi dir="ltr">{phone}</bdi>
        </p>
      )}
      {pending ? (
        <>
          <p className="text-muted-foreground text-sm">
            {template(texts.phone.sent, { phone: pending })}
          </p>
          <SectionForm
            {...change.form("confirm", change.confirm)}
            buttons={<Button {...change.button("confirm")}>{texts.common.confirm}</Button>}
          >
            <CodeField label={texts.common.code_label} {...change.field("token")} />
          </SectionForm>
          <Resend change={change} otherLabel={texts.phone.other} />
        </>
      ) : (
        <SectionForm
          {...change.form("begin", change.begin)}
          buttons={<Button {...change.button("begin")}>{texts.phone.button_label}</Button>}
        >
          <TextField
            label={texts.phone.label}
            hint={texts.phone.hint}
            type="tel"
            autoComplete="tel"
            required
            {...change.field("phone")}
          />
          {requiresNonce && (
            <CodeField label={texts.common.code_label} {...change.field("nonce")} />
          )}
        </SectionForm>
      )}
    </Section>
  );
}

interface ResendProps {
  change: Parameters<typeof useResend>[0] & { readonly enterAnother: () => void };
  /** The label of the button to enter another address. */
  otherLabel: string;
}

/** Renders the buttons for a message that did not arrive: one sends it again, the other asks for another address. */
function Resend({ change, otherLabel }: ResendProps) {
  const { button, hint: notice } = useResend(change);
  return (
    <div>
      <Row>
        <Button variant="outline" className="aria-disabled:opacity-60" {...button} />
        <Button type="button" variant="outline" onClick={change.enterAnother}>
          {otherLabel}
        </Button>
      </Row>
      <p className="text-muted-foreground text-sm">{notice}</p>
    </div>
  );
}
