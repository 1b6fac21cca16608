"use client";

import type { ComponentPropsWithRef, RefObject } from "react";
import type { Words } from "../i18n/en.ts";
import type { ViewType } from "../view-names.ts";
import { resolveCaptchaToken } from "./captcha.ts";
import { FieldError } from "./failure.ts";
import type { Form, FormButton } from "./form.ts";
import { formValues, validateCustomFields } from "./form-values.ts";
import { notify } from "./notify.ts";
import type { FormOptions } from "./options.ts";
import { maxPasswordBytes } from "./password-limit.ts";
import { redirectFor } from "./redirects.ts";
import { useAnchor } from "./use-anchor.ts";
import { useFormEngine } from "./use-form-engine.ts";
import type { SubmissionHandle } from "./use-submission.ts";
import type { FieldName, FormValues, View } from "./view.ts";

const attributes: Readonly<Record<FieldName, ComponentPropsWithRef<"input">>> = {
  email: { type: "email", autoComplete: "email" },
  // These are rules for password generators: https://developer.apple.com/password-rules/. React's types lack the
  // attribute, and TypeScript does not check a spread for excess properties.
  password: {
    type: "password",
    autoComplete: "new-password",
    ...{ passwordrules: `maxlength: ${maxPasswordBytes};` },
  },
  phone: { type: "tel", autoComplete: "tel" },
  token: { type: "text", autoComplete: "one-time-code", inputMode: "numeric" },
};

/** The field attributes that differ in forms for an existing account. */
const existingAccountProps: { readonly [Name in FieldName]?: ComponentPropsWithRef<"input"> } = {
  email: { autoComplete: "username" },
  password: { autoComplete: "current-password", ...{ passwordrules: undefined } },
};

/** The form's view, and what the form shares with its caller. */
interface ViewFormParts {
  name: ViewType;
  view: View;
  texts: Words;
  submission: SubmissionHandle;
  /** The initial value of the e-mail field. */
  email?: string;
}

/** Creates a view's form from the view's description. */
export function useForm(
  { name, view, texts, submission, email }: ViewFormParts,
  options: FormOptions,
): Form {
  const { otpType = "email" } = options;
  const text: Readonly<Record<string, string>> = texts[name];
  const engine = useFormEngine(submission);
  const { id } = engine;
  const anchor = useAnchor(name);
  const { resend } = view;
  const fields = view.fields(otpType);
  const isSignIn = name === "sign_in";

  async function request(call: View["submit"], values: FormValues) {
    // The server's message for a missing address is written for developers, and signing up without an address creates a
    // guest.
    if (!values.email && fields[0] === "email")
      throw new FieldError(fields[0], texts.magic_link.empty_email_address);
    const { data, error } = await call(values, {
      ...options,
      auth: options.supabaseClient.auth,
      texts: texts,
      otpType,
      redirectTo: redirectFor(options.redirectTo, name),
      captcha: await resolveCaptchaToken(options),
    });
    if (error) throw error;
    return data ?? {};
  }

  async function send(values: FormValues) {
    if (!isSignIn && options.passwordLimit && new Blob([values.password]).size > maxPasswordBytes)
      throw new FieldError("password", texts.common.password_too_long);
    const { user = null, session = null } = await request(view.submit, values);
    notify(() => options.onSuccess?.({ view: name, user, session }));
    const isConfirmed = name === "sign_up" && !(user && !session);
    return isConfirmed ? undefined : text["confirmation_text"];
  }

  const button = (source: string, key = ""): FormButton => ({
    ...engine.button(source),
    children: text[`${key}${submission.sending(source) ? "loading_" : ""}button_label`] ?? "",
  });

  return {
    view: name,
    words: texts,
    state: submission.state,
    heading: { id: `${id}heading`, tabIndex: -1, children: texts[name].heading },
    form: {
      ref: engine.ref as RefObject<HTMLFormElement | null>,
      id: anchor,
      ...engine.form(name, (form) => {
        validateCustomFields(form);
        return send(formValues(form));
      }),
      "aria-labelledby": `${id}heading`,
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
        ...(isSignIn ? existingAccountProps[field] : undefined),
        placeholder: text[`${field}_input_placeholder`],
        autoCapitalize: "none",
        spellCheck: false,
        "aria-required": true,
        ...engine.field(field),
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
                await request(resend, formValues(engine.ref.current as HTMLFormElement | null));
                return text["resend_confirmation_text"];
              }),
          }
        : undefined,
    status: engine.status,
    alert: engine.alert,
    submit: (values) => submission.run(name, () => send({ ...formValues(null), ...values })),
  };
}
