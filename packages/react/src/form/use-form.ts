"use client";

import { type ComponentPropsWithRef, useId, useRef } from "react";
import type { Words } from "../i18n/en.ts";
import type { ViewType } from "../view-names.ts";
import { takeCaptcha } from "./captcha.ts";
import { checkOwnFields, entered } from "./entered.ts";
import { FieldError } from "./failure.ts";
import { type Form, type FormButton, wrongness } from "./form.ts";
import { notify } from "./notify.ts";
import type { FormOptions } from "./options.ts";
import { redirectFor } from "./redirects.ts";
import type { Told } from "./submission.ts";
import { takeSubmit } from "./take-submit.ts";
import { useAnchor } from "./use-anchor.ts";
import { useFocusKept } from "./use-focus-kept.ts";
import type { SubmissionHandle } from "./use-submission.ts";
import type { FieldName, FormValues, View } from "./view.ts";

/** The longest password that bcrypt reads, in bytes of UTF-8; the reference server refuses more. */
const longest = 72;

const attributes: Readonly<Record<FieldName, ComponentPropsWithRef<"input">>> = {
  email: { type: "email", autoComplete: "email" },
  // For managers that invent passwords: https://developer.apple.com/password-rules/
  password: {
    type: "password",
    autoComplete: "new-password",
    ...{ passwordrules: `maxlength: ${longest};` },
  },
  phone: { type: "tel", autoComplete: "tel" },
  token: { type: "text", autoComplete: "one-time-code", inputMode: "numeric" },
};

/** The attributes that differ where the account exists already. */
const existing: { readonly [Name in FieldName]?: ComponentPropsWithRef<"input"> } = {
  email: { autoComplete: "username" },
  password: { autoComplete: "current-password", ...{ passwordrules: undefined } },
};

/** The view of a form, and what the form shares with the rest. */
interface FormOfView {
  name: ViewType;
  view: View;
  words: Words;
  submission: SubmissionHandle;
  /** The e-mail that is known already. */
  email?: string;
}

/** The mechanism behind every view: its description becomes a form. */
export function useForm(
  { name, view, words, submission, email }: FormOfView,
  options: FormOptions,
): Form {
  const { otpType = "email" } = options;
  const text: Readonly<Record<string, string>> = words[name];
  const id = useId();
  const anchor = useAnchor(name);
  const ref = useRef<HTMLFormElement>(null);
  const { state } = submission;
  const { confirmation, message }: Told = state;
  const { resend } = view;
  const fields = view.fields(otpType);
  const signsIn = name === "sign_in";
  useFocusKept(ref, state);

  async function ask(call: View["submit"], values: FormValues) {
    // The server's words about a missing address are not meant for people, and a sign-up without one makes a guest.
    if (!values.email && fields[0] === "email")
      throw new FieldError(fields[0], words.magic_link.empty_email_address);
    const { data, error } = await call(values, {
      ...options,
      auth: options.supabaseClient.auth,
      words,
      otpType,
      redirectTo: redirectFor(options.redirectTo, name),
      captcha: await takeCaptcha(options),
    });
    if (error) throw error;
    return data ?? {};
  }

  async function send(values: FormValues) {
    if (!signsIn && options.passwordLimit && new Blob([values.password]).size > longest)
      throw new FieldError("password", words.common.password_too_long);
    const { user = null, session = null } = await ask(view.submit, values);
    notify(() => options.onSuccess?.({ view: name, user, session }));
    const confirmed = name === "sign_up" && !(user && !session);
    return confirmed ? undefined : text["confirmation_text"];
  }

  const button = (source: string, key = ""): FormButton => ({
    type: "submit",
    ...submission.busy(source),
    children: text[`${key}${submission.sending(source) ? "loading_" : ""}button_label`] ?? "",
  });

  return {
    view: name,
    words,
    state,
    heading: { id: `${id}heading`, tabIndex: -1, children: words[name].heading },
    form: {
      ref,
      id: anchor,
      // A form sent before the page's script runs must not put a password into the address.
      method: "post",
      noValidate: true,
      "aria-labelledby": `${id}heading`,
      "aria-busy": submission.sending(name) || undefined,
      onInput: submission.edit,
      onSubmit(event) {
        takeSubmit(event);
        void submission.run(name, async () => {
          checkOwnFields(event.currentTarget);
          return send(entered(event.currentTarget));
        });
      },
    },
    fields: fields.map((field) => ({
      name: field,
      label: {
        htmlFor: id + field,
        children: text[`${field}_input_label`] ?? text[`${field}_label`] ?? "",
      },
      input: {
        ...attributes[field],
        defaultValue: field === "email" ? email : undefined,
        ...(signsIn ? existing[field] : undefined),
        id: id + field,
        name: field,
        placeholder: text[`${field}_input_placeholder`],
        autoCapitalize: "none",
        spellCheck: false,
        "aria-required": true,
        ...wrongness(state, field, `${id}alert`),
      },
    })),
    username: view.username?.(email),
    button: button(name),
    resend:
      resend && otpType !== "invite" && "resend" in options.supabaseClient.auth
        ? {
            ...button("resend", "resend_"),
            type: "button",
            onClick: () =>
              void submission.run("resend", async () => {
                await ask(resend, entered(ref.current));
                return text["resend_confirmation_text"];
              }),
          }
        : undefined,
    status: { role: "status", children: confirmation },
    alert: {
      role: "alert",
      id: `${id}alert`,
      children: message,
    },
    submit: (values) => submission.run(name, () => send({ ...entered(null), ...values })),
  };
}
