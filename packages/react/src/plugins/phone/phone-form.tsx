"use client";

import { useContext } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { Button } from "../../elements/button.tsx";
import { Container } from "../../elements/container.tsx";
import { Heading } from "../../elements/heading.tsx";
import { Label } from "../../elements/label.tsx";
import { Field } from "../../form/field.tsx";
import { FormMessages } from "../../form/form-messages.tsx";
import { PasswordField } from "../../form/password-field.tsx";
import { Announcement } from "../../messages/announcement.tsx";
import { AfterSlot } from "../after-slot.tsx";
import { CodeScreen } from "../code/code-screen.tsx";
import { Interpolate } from "../interpolate.tsx";
import { StoreMethodContext } from "../last-used-method/stored-method.ts";
import type { PluginForm } from "../plugin.ts";
import type { PendingMessage, PhoneOptions } from "./options.ts";
import { useNumberForm } from "./use-number-form.ts";

interface PhoneFormProps {
  form: PluginForm;
  options: PhoneOptions;
  /** The code that was sent and that the user must enter. */
  pending: PendingMessage | undefined;
  onPending: (pending: PendingMessage | undefined) => void;
  /** Called when the code was accepted. The form may already be unmounted then. */
  onVerified: () => void;
  onBack: () => void;
}

/** Renders the form for a phone number, and the screen for its code. */
export function PhoneForm(props: PhoneFormProps) {
  const { form, options, pending, onPending, onVerified, onBack } = props;
  const { alert, submission, view, words: formTexts, options: formOptions } = form;
  const storeMethod = useContext(StoreMethodContext);
  const numberForm = useNumberForm(
    {
      isSignUp: view === "sign_up",
      texts: formTexts,
      submission,
      alertId: alert.id,
      onSent: (to) => onPending({ view, to, sentAt: Date.now(), isNew: true }),
    },
    formOptions,
    options,
  );
  const { country, focus, heading, other, password, words: texts } = numberForm;

  useBrowserLayoutEffect(() => {
    if (!pending) focus();
  }, [focus, pending]);

  if (pending) {
    return (
      <CodeScreen
        key={pending.sentAt}
        wait={options.wait}
        codeLength={options.codeLength}
        form={{
          ...formOptions,
          onSuccess(success) {
            onVerified();
            formOptions.onSuccess?.(success);
            if (success.session) storeMethod("phone");
          },
        }}
        otpType="sms"
        to={{ name: "phone", value: pending.to }}
        sentAt={pending.sentAt}
        texts={{}}
        text={
          <Announcement isAnnounced={pending.isNew}>
            <Interpolate text={texts.code_text} name="phone" value={pending.to} />
          </Announcement>
        }
        focus={pending.isNew}
        back={{
          label: texts.wrong_number,
          onClick() {
            submission.reset();
            numberForm.setNumber(pending.to);
            onPending(undefined);
          },
        }}
      />
    );
  }

  return (
    <>
      <Heading {...heading} />
      <form {...numberForm.form}>
        <Container gap="large">
          <div className="portico-field">
            <Label {...country.label} />
            <select className="portico-input portico-select" {...country.select}>
              {country.options.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <Field {...numberForm.number} />
          {password && <PasswordField {...password} form={form} />}
          <Button color="primary" {...numberForm.button} />
        </Container>
      </form>
      <FormMessages form={form}>
        <AfterSlot />
      </FormMessages>
      <div className="portico-ways">
        {other && <button className="portico-way" {...other} />}
        <button
          type="button"
          className="portico-way"
          onClick={() => {
            submission.reset();
            onBack();
          }}
        >
          {texts.use_email}
        </button>
      </div>
    </>
  );
}
