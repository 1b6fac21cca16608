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
import { After } from "../after-slot.tsx";
import { wordsFor } from "../words-for.ts";
import { code as english } from "./en.ts";

/** How a code is waited for. */
export interface CodeOptions {
  /** How long to wait before it may be sent again, in seconds, until the server says. Default: 60. */
  wait?: number | undefined;
  /**
   * How many digits a code has: with the last one it is sent by itself. Default: a button is
   * pressed.
   */
  codeLength?: number | undefined;
}

interface CodeScreenProps extends CodeOptions {
  /** The options of the form that sent it. */
  form: Omit<FormOptions, "otpType">;
  otpType: OtpType;
  /** The address or the number that it was sent to. */
  to: { readonly name: "email" | "phone"; readonly value: string };
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  /** The words of this screen, over those of the form's verify_otp view. */
  words: NonNullable<I18nVariables["verify_otp"]>;
  /** The text under the heading. */
  text: ReactNode;
  /** Stands above the field. */
  above?: ReactNode;
  /** The label of the disclosure that the field stands behind. Default: it is shown at once. */
  disclosure?: string | undefined;
  /** True when the heading takes the focus when this first shows. */
  focus?: boolean | undefined;
  /** The way back to where the address or the number was typed, and its label. */
  back: { readonly label: string; go(): void };
  /** Other ways on. */
  children?: ReactNode;
}

/** Puts the focus into the field of a disclosure that was opened. */
function focusField({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.querySelector("input")?.focus();
}

/** Where a code is entered, with every way on from there. It stands inside a root of the theme. */
export function CodeScreen(props: CodeScreenProps) {
  const { form: options, to, focus, back } = props;
  const { localization } = options;
  const cooldown = useCooldown(props.at, props.wait);
  const form = useVerifyOtp({
    ...options,
    otpType: props.otpType,
    localization: {
      ...localization,
      variables: {
        ...localization?.variables,
        verify_otp: { ...localization?.variables?.verify_otp, ...props.words },
      },
    },
    onError(failure) {
      cooldown.extend(failure.error);
      options.onError?.(failure);
    },
  });
  const { button, fields, heading } = form;
  const code = fields.find(({ name }) => name === "token");
  const place = useRef<HTMLDivElement>(null);

  useBrowserLayoutEffect(() => {
    if (focus) place.current?.querySelector<HTMLElement>("[tabindex='-1']")?.focus();
  }, [focus]);

  const entry = (
    <>
      {code && <Field {...code} />}
      {props.codeLength && <AutoSubmitCode length={props.codeLength} />}
      {to.name === "phone" && <WebOtp />}
      <Button color="primary" {...button} />
    </>
  );
  return (
    <FormContext.Provider value={form}>
      <div ref={place}>
        <Heading {...heading} />
        <form {...form.form}>
          <Container gap="large">
            <div className="portico-texts">{props.text}</div>
            {props.above}
            <input type="hidden" name={to.name} value={to.value} />
            {props.disclosure ? (
              <details className="portico-more" onToggle={focusField}>
                <summary>{props.disclosure}</summary>
                <Container gap="large">{entry}</Container>
              </details>
            ) : (
              entry
            )}
          </Container>
        </form>
        <FormMessages form={form}>
          <After />
        </FormMessages>
        <div className="portico-ways">
          <Resend
            form={form}
            cooldown={cooldown}
            waitText={wordsFor("code", english, localization).wait_text}
            lang={localization?.lang}
          />
          <button type="button" className="portico-way" onClick={back.go}>
            {back.label}
          </button>
          {props.children}
        </div>
      </div>
    </FormContext.Provider>
  );
}
