"use client";

import { type ComponentPropsWithRef, type MouseEvent, useEffect, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { failureOf } from "../../form/failure.ts";
import { type Form, type FormButton, fieldErrorProps } from "../../form/form.ts";
import type { AuthHandlerState } from "../../form/handler-state.ts";
import type { Submission, SubmissionSnapshot } from "../../form/submission.ts";
import type { AuthForm } from "../../headless/use-auth-form.ts";
import { recoveryCookieName } from "../../session/recovery-cookie-name.ts";
import type { ViewType } from "../../view-names.ts";

type FormProps = ComponentPropsWithRef<"form">;
type InputEvent = Parameters<NonNullable<FormProps["onInput"]>>[0];

/** The form of a single view, or the form of all views. */
type AnyForm = Form & Partial<Pick<AuthForm, "links" | "options" | "social">>;

/**
 * Returns a form that also works before its script has loaded or without it, for your own markup. It adds the addresses
 * of the handler of `@portico/react/server` and the outcome of the last submission to the form of a hook. Render the
 * social buttons inside a `<form method="post">`.
 *
 * @param state the return value of the handler's `readState` for the page
 */
export function useAuthHandler<GivenForm extends AnyForm>(
  form: GivenForm,
  state: AuthHandlerState,
): GivenForm {
  const { alert, links, options, resend, social, status, view } = form;
  const [isOver, setIsOver] = useState(false);
  // The next submission, and a change of view, clear the outcome with which the page was loaded.
  if (!isOver && (form.state.phase !== "idle" || view !== state.view)) setIsOver(true);
  const outcome = isOver ? undefined : outcomeOf(form, state);
  const submission: SubmissionSnapshot = outcome ?? form.state;
  const action = actionOf(state, view, options?.otpType ?? state.otpType);
  const element = form.form.ref;
  const isPasswordSet = view === "update_password" && form.state.phase === "done";

  // The handler does not learn that the script has set the password, so the script removes the handler's cookie.
  useEffect(() => {
    if (isPasswordSet) removeCookie(recoveryCookieName);
  }, [isPasswordSet]);

  // The browser validates the form until the script takes over. This sets the property rather than the attribute,
  // because React would reset the attribute.
  useBrowserLayoutEffect(() => {
    if (typeof element === "object") Object.assign(element?.current ?? {}, { noValidate: true });
  });

  const isFailed = outcome?.phase === "failed";
  const isKnown = form.fields.some(({ name }) => name === submission.field);
  const isOwnField = submission.field?.startsWith("data.");
  /** The field to focus: the invalid one, or the last one if the error is not about a field of this form. */
  const focusedField =
    isFailed && !isOwnField ? (isKnown ? submission.field : form.fields.at(-1)?.name) : undefined;

  return {
    ...form,
    state: outcome ?? form.state,
    enteredValues: state.values,
    form: {
      ...form.form,
      action,
      noValidate: false,
      onInput(event: InputEvent) {
        if (isFailed) setIsOver(true);
        form.form.onInput?.(event);
      },
    },
    fields: form.fields.map((field) => ({
      ...field,
      input: {
        ...field.input,
        defaultValue: field.input.defaultValue || state.values?.[field.name],
        ...(field.name === focusedField && { autoFocus: true, "aria-describedby": alert.id }),
        ...(outcome && fieldErrorProps(outcome, field.name, alert.id)),
      },
    })),
    resend: resend && withoutScript(resend, { formAction: `${action}&resend` }),
    status: {
      ...status,
      children: outcome ? submission.confirmation : status.children,
      // Screen readers do not announce a message that is part of the loaded page, unless it has the focus.
      ...(outcome?.phase === "done" && { tabIndex: -1, autoFocus: true }),
    },
    alert: { ...alert, children: outcome ? submission.message : alert.children },
    ...(links && {
      links: links.map((item) => ({
        ...item,
        link: {
          ...item.link,
          href: state.linkPrefix + item.view,
          onClick: removesQuery(item.link.onClick),
        },
      })),
    }),
    ...(social && {
      social: social.map((item) => ({
        ...item,
        button: withoutScript(item.button, {
          form: socialFormId(form),
          formAction: actionOf(state, view),
          name: "provider",
          value: item.provider,
        }),
      })),
    }),
  };
}

/** Returns the id of the social buttons' form. */
export function socialFormId({ heading }: Pick<Form, "heading">): string {
  return `${heading.id}social`;
}

/** Returns the outcome of the submission that the handler answered. */
function outcomeOf(
  { view, words }: Pick<Form, "view" | "words">,
  { confirmation, error, view: shownView }: AuthHandlerState,
): Submission | undefined {
  if (view !== shownView) return undefined;
  if (error) {
    // The handler does not know the user's language, so it sends the keys of the form's own messages.
    const errors = { ...words.magic_link, ...words.common, ...words.errors };
    return { phase: "failed", ...failureOf(error, { ...words, errors }), error };
  }
  if (!confirmation) return undefined;
  const texts: { readonly [key: string]: string } = words[confirmation[0]];
  return { phase: "done", confirmation: texts[confirmation[1]] };
}

function actionOf(state: AuthHandlerState, view: ViewType, type?: string): string {
  return `${state.action}&view=${view}${view === "verify_otp" && type ? `&type=${type}` : ""}`;
}

/** Returns a button that submits a form, unless the script handles the click. */
function withoutScript(button: FormButton, props: Partial<FormButton>): FormButton {
  return {
    ...button,
    ...props,
    type: "submit",
    onClick(event?: MouseEvent) {
      event?.preventDefault();
      button.onClick?.(event);
    },
  };
}

/**
 * Removes the view from the query, because the script puts it into the fragment and the two would contradict each
 * other.
 */
function removesQuery(onClick: ComponentPropsWithRef<"a">["onClick"]) {
  return (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) return;
    const url = new URL(location.href);
    for (const name of ["view", "outcome"]) url.searchParams.delete(name);
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  };
}

/** Removes a cookie of the handler, under its name on https (with a prefix) and on http. */
function removeCookie(name: string): void {
  for (const cookie of [`${name}=`, `__Host-${name}=; Secure`]) {
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox has the Cookie Store API since 2025 only
    document.cookie = `${cookie}; Path=/; Max-Age=0`;
  }
}
