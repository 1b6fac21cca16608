import { type ComponentPropsWithRef, type RefObject, useId, useRef } from "react";
import { type Form, type FormButton, fieldErrorProps } from "./form.ts";
import { interceptSubmit } from "./intercept-submit.ts";
import type { SubmissionSnapshot } from "./submission.ts";
import { useRestoredFocus } from "./use-restored-focus.ts";
import type { SubmissionHandle } from "./use-submission.ts";

/** The props of a button that submits a form or runs an action. */
export type ActionButton = Pick<FormButton, "type" | "disabled" | "aria-busy">;

/** The props that all forms of the kit share. */
export interface FormEngine {
  /** The prefix of its elements' ids. */
  readonly id: string;
  /** A ref for the element that keeps the focus: the form, or an element around several forms. */
  readonly ref: RefObject<HTMLElement | null>;
  /** The confirmation. Render its element even while it is empty, so that screen readers announce its content. */
  readonly status: Form["status"];
  /** The failure. Render its element even while it is empty. */
  readonly alert: Form["alert"];
  /** Returns the props of a `<form>` that runs `send` when it is submitted. */
  form(
    source: string,
    send: (form: HTMLFormElement) => Promise<string | undefined>,
  ): ComponentPropsWithRef<"form">;
  /** Returns the props of an `<input>`: its name, its id, and its error state. */
  field(name: string): { readonly name: string; readonly id: string };
  /** Returns the props of the button for this source. */
  button(source: string, type?: ActionButton["type"]): ActionButton;
}

/**
 * Connects a submission to a form's elements: its messages, its invalid field and the focus.
 *
 * @param alertId the id of the element that shows the failure, if another form shows it
 */
export function useFormEngine(submission: SubmissionHandle, alertId?: string): FormEngine {
  const id = useId();
  const ref = useRef<HTMLElement>(null);
  const { state } = submission;
  const { confirmation, message }: SubmissionSnapshot = state;
  const alert = alertId ?? `${id}alert`;
  useRestoredFocus(ref, state);
  return {
    id,
    ref,
    status: { role: "status", children: confirmation },
    alert: { role: "alert", id: alert, children: message },
    form: (source, send) => ({
      // The browser submits the form itself before hydration, and GET would put the password into the address.
      method: "post",
      noValidate: true,
      "aria-busy": submission.sending(source) || undefined,
      onInput: submission.edit,
      onSubmit(event) {
        interceptSubmit(event);
        const { currentTarget } = event;
        void submission.run(source, async () => send(currentTarget));
      },
    }),
    field: (name) => ({ name, id: id + name, ...fieldErrorProps(state, name, alert) }),
    button: (source, type = "submit") => ({ type, ...submission.busy(source) }),
  };
}
