"use client";

import { useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { failureOf } from "../../form/failure.ts";
import type { Form } from "../../form/form.ts";
import { notify } from "../../form/notify.ts";
import type { FormOptions } from "../../form/options.ts";
import { useSubmission } from "../../form/use-submission.ts";
import { useVerifyOtp } from "../../headless/view-hooks.ts";
import type { Words } from "../../i18n/en.ts";
import { template, wordsOf } from "../../i18n/words.ts";
import type { PluginLocalization } from "../words.ts";
import type { PhoneOptions } from "./options.ts";
import { type NumberForm, useNumberForm, type WayOn } from "./use-number-form.ts";

export interface PhoneSignInOptions
  extends Omit<FormOptions, "otpType">,
    Pick<PhoneOptions, "countries" | "country" | "password"> {
  localization?: PluginLocalization;
  /** "sign_up" creates an account, with a password unless that is disabled. Default: "sign_in". */
  view?: "sign_in" | "sign_up";
}

/** Signing in by phone, for your own markup: the form for the number, and the form for its code. */
export interface PhoneSignIn extends NumberForm, Pick<Form, "alert" | "state"> {
  /** The words of the forms, in addition to those for the phone. */
  readonly formWords: Words;
  /** The form for the code that was sent. Undefined until then. */
  readonly code: PhoneCode | undefined;
}

/** The form for a code that was sent to a number. */
export interface PhoneCode extends Form {
  /** The text that names the number. */
  readonly text: string;
  /** A hidden input with the number. Render it inside the form. */
  readonly to: { readonly type: "hidden"; readonly name: "phone"; readonly value: string };
  /** The button that returns to the number. */
  readonly back: WayOn;
}

/**
 * Signs in or up with a phone number, for your own markup: with a code that is sent as a text message, or with a
 * password. Use a different `key` for each of the two forms, so that React does not reuse a pressed button.
 */
export function usePhoneSignIn({ view = "sign_in", ...options }: PhoneSignInOptions): PhoneSignIn {
  const { localization } = options;
  const formWords = wordsOf(localization?.variables);
  const [sentTo, setSentTo] = useState<string>();
  const submission = useSubmission((error) => {
    const failure = failureOf(error, formWords);
    notify(() => options.onError?.({ ...failure, view, error }));
    return failure;
  });
  const { state } = submission;
  const code = useVerifyOtp({ ...options, otpType: "sms" });
  const alertId = `${code.alert.id}number`;
  const parent = { signsUp: view === "sign_up", words: formWords, submission, alertId };
  const { focus, write, ...number } = useNumberForm(
    { ...parent, onSent: setSentTo },
    options,
    options,
  );

  // The form for the code replaces the form that had the focus, or the other way round.
  const displayedNumber = useRef(sentTo);
  const { id: heading } = code.heading;
  useBrowserLayoutEffect(() => {
    if (displayedNumber.current === sentTo) return;
    displayedNumber.current = sentTo;
    if (sentTo === undefined) focus();
    else document.getElementById(heading)?.focus();
  }, [focus, heading, sentTo]);

  return {
    ...number,
    formWords,
    state,
    alert: {
      role: "alert",
      id: alertId,
      children: state.phase === "failed" ? state.message : undefined,
    },
    code:
      sentTo === undefined
        ? undefined
        : {
            ...code,
            fields: code.fields.filter(({ name }) => name === "token"),
            text: template(number.words.code_text, { phone: sentTo }),
            to: { type: "hidden", name: "phone", value: sentTo },
            back: {
              type: "button",
              children: number.words.wrong_number,
              onClick() {
                submission.reset();
                write(sentTo);
                setSentTo(undefined);
              },
            },
          },
  };
}
