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
import { resolveTexts, template } from "../../i18n/words.ts";
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

/** Sign-in with a phone number, for your own markup: one form for the number, and one for its code. */
export interface PhoneSignIn extends NumberForm, Pick<Form, "alert" | "state"> {
  /** The texts of the forms. `words` has the texts for the phone. */
  readonly formWords: Words;
  /** The form for the code that was sent. Undefined until then. */
  readonly code: PhoneCode | undefined;
}

/** The form for a code that was sent to a number. */
export interface PhoneCode extends Form {
  /** The text that says to which number the code was sent. */
  readonly text: string;
  /** A hidden input with the number. Render it inside the form. */
  readonly to: { readonly type: "hidden"; readonly name: "phone"; readonly value: string };
  /** The button that returns to the number. */
  readonly back: WayOn;
}

/**
 * Signs in or up with a phone number and a code from a text message, or a password, for your own markup. Give each of
 * the two forms its own `key`, so that React does not reuse a pressed button.
 */
export function usePhoneSignIn({ view = "sign_in", ...options }: PhoneSignInOptions): PhoneSignIn {
  const { localization } = options;
  const formTexts = resolveTexts(localization?.variables);
  const [codeRecipient, setCodeRecipient] = useState<string>();
  const submission = useSubmission((error) => {
    const failure = failureOf(error, formTexts);
    notify(() => options.onError?.({ ...failure, view, error }));
    return failure;
  });
  const { state } = submission;
  const code = useVerifyOtp({ ...options, otpType: "sms" });
  const alertId = `${code.alert.id}number`;
  const parent = { isSignUp: view === "sign_up", texts: formTexts, submission, alertId };
  const { focus, setNumber, ...numberForm } = useNumberForm(
    { ...parent, onSent: setCodeRecipient },
    options,
    options,
  );

  // Focus the new form after the forms for the number and for the code have replaced each other.
  const latestRecipient = useRef(codeRecipient);
  const { id: headingId } = code.heading;
  useBrowserLayoutEffect(() => {
    if (latestRecipient.current === codeRecipient) return;
    latestRecipient.current = codeRecipient;
    if (codeRecipient === undefined) focus();
    else document.getElementById(headingId)?.focus();
  }, [focus, headingId, codeRecipient]);

  return {
    ...numberForm,
    formWords: formTexts,
    state,
    alert: {
      role: "alert",
      id: alertId,
      children: state.phase === "failed" ? state.message : undefined,
    },
    code:
      codeRecipient === undefined
        ? undefined
        : {
            ...code,
            fields: code.fields.filter(({ name }) => name === "token"),
            text: template(numberForm.words.code_text, { phone: codeRecipient }),
            to: { type: "hidden", name: "phone", value: codeRecipient },
            back: {
              type: "button",
              children: numberForm.words.wrong_number,
              onClick() {
                submission.reset();
                setNumber(codeRecipient);
                setCodeRecipient(undefined);
              },
            },
          },
  };
}
