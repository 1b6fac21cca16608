"use client";

import { type ReactNode, type SyntheticEvent, useRef } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import type { OtpType } from "../../client.ts";
import { Button } from "../../elements/button.tsx";
import { Container } from "../../elements/container.tsx";
import { Heading } from "../../elements/heading.tsx";
import { AutoSubmitCode, WebOtp } from "../../form/code-helpers.tsx";
import { Field } from "../../form/field.tsx";
import { FormContext } from "../../form/form.ts";
import { FormMessages } from "../../form/form-messages.tsx";
import type { FormOptions } from "../../form/options.ts";
import { useVerifyOtp } from "../../headless/view-hooks.ts";
import type { I18nVariables } from "../../i18n/en.ts";
import { Resend, useCooldown } from "../../messages/resend.tsx";
import { AfterSlot } from "../after-slot.tsx";
import { textsFor } from "../texts-for.ts";
import { code as english } from "./en.ts";

/** The options of a screen that asks for a code. */
export interface CodeOptions {
  /** How long to wait before another code can be sent, in seconds, unless the server says otherwise. Default: 60. */
  wait?: number | undefined;
  /** The number of digits of a code. If set, the last digit submits the form. Default: the user presses a button. */
  codeLength?: number | undefined;
}

interface CodeScreenProps extends CodeOptions {
  /** The options of the form that sent the code. */
  form: Omit<FormOptions, "otpType">;
  otpType: OtpType;
  /** The address or phone number that the code was sent to. */
  to: { readonly name: "email" | "phone"; readonly value: string };
  /** When the code was sent, in milliseconds since 1970. */
  sentAt: number;
  /** The texts of this screen. They override the form's texts for the verify_otp view. */
  texts: NonNullable<I18nVariables["verify_otp"]>;
  /** The text below the heading. */
  text: ReactNode;
  /** Content above the field. */
  above?: ReactNode;
  /** The label of a disclosure that contains the field. Default: the field is visible. */
  disclosure?: string | undefined;
  /** Focuses the heading when the screen mounts. */
  focus?: boolean | undefined;
  /** The button that returns to the field for the address or number. */
  back: { readonly label: string; onClick(): void };
  /** Other actions. */
  children?: ReactNode;
}

/** Focuses the field of a disclosure when it is opened. */
function focusField({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.querySelector("input")?.focus();
}

/** Renders the screen that asks for a code, with actions in case no code arrives. Must be inside a `Root`. */
export function CodeScreen(props: CodeScreenProps) {
  const { form: options, to, focus, back } = props;
  const { localization } = options;
  const cooldown = useCooldown(props.sentAt, props.wait);
  const form = useVerifyOtp({
    ...options,
    otpType: props.otpType,
    localization: {
      ...localization,
      variables: {
        ...localization?.variables,
        verify_otp: { ...localization?.variables?.verify_otp, ...props.texts },
      },
    },
    onError(failure) {
      cooldown.extend(failure.error);
      options.onError?.(failure);
    },
  });
  const { button, fields, heading } = form;
  const codeField = fields.find(({ name }) => name === "token");
  const element = useRef<HTMLDivElement>(null);

  useBrowserLayoutEffect(() => {
    if (focus) element.current?.querySelector<HTMLElement>("[tabindex='-1']")?.focus();
  }, [focus]);

  const codeEntry = (
    <>
      {codeField && <Field {...codeField} />}
      {props.codeLength && <AutoSubmitCode length={props.codeLength} />}
      {to.name === "phone" && <WebOtp />}
      <Button color="primary" {...button} />
    </>
  );
  return (
    <FormContext.Provider value={form}>
      <div ref={element}>
        <Heading {...heading} />
        <form {...form.form}>
          <Container gap="large">
            <div className="portico-texts">{props.text}</div>
            {props.above}
            <input type="hidden" name={to.name} value={to.value} />
            {props.disclosure ? (
              <details className="portico-more" onToggle={focusField}>
                <summary>{props.disclosure}</summary>
                <Container gap="large">{codeEntry}</Container>
              </details>
            ) : (
              codeEntry
            )}
          </Container>
        </form>
        <FormMessages form={form}>
          <AfterSlot />
        </FormMessages>
        <div className="portico-ways">
          <Resend
            form={form}
            cooldown={cooldown}
            waitText={textsFor("code", english, localization).wait_text}
            lang={localization?.lang}
          />
          <button type="button" className="portico-way" onClick={back.onClick}>
            {back.label}
          </button>
          {props.children}
        </div>
      </div>
    </FormContext.Provider>
  );
}
