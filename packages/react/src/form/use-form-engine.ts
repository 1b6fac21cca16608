import { type ComponentPropsWithRef, type RefObject, useId, useRef } from "react";
import { type Form, type FormButton, wrongness } from "./form.ts";
import type { Told } from "./submission.ts";
import { takeSubmit } from "./take-submit.ts";
import { useFocusKept } from "./use-focus-kept.ts";
import type { SubmissionHandle } from "./use-submission.ts";

/** The attributes of a button that sends a form, or does something beside it. */
export type ActionButton = Pick<FormButton, "type" | "disabled" | "aria-busy">;

/** What all forms of the kit have in common: what to spread on the elements of a form. */
export interface FormEngine {
  /** The prefix of the ids of its elements. */
  readonly id: string;
  /** For the element that the focus stays in: the form, or what is around several of them. */
  readonly ref: RefObject<HTMLElement | null>;
  /** The confirmation. Keep its element on the page while it is empty: only then is it announced. */
  readonly status: Form["status"];
  /** The failure. Keep its element on the page while it is empty. */
  readonly alert: Form["alert"];
  /** For a `<form>`: sends what was entered. */
  form(
    source: string,
    send: (form: HTMLFormElement) => Promise<string | undefined>,
  ): ComponentPropsWithRef<"form">;
  /** For an `<input>`: its name and id, and whether the failure is about it. */
  field(name: string): { readonly name: string; readonly id: string };
  /** For the button that sends, or does, the thing of this name. */
  button(source: string, type?: ActionButton["type"]): ActionButton;
}

/**
 * The mechanism behind every form: submitting, the messages, the field at fault, and the focus.
 *
 * @param alertId the id of the element that shows the failure, where another form shows it
 */
export function useFormEngine(submission: SubmissionHandle, alertId?: string): FormEngine {
  const id = useId();
  const ref = useRef<HTMLElement>(null);
  const { state } = submission;
  const { confirmation, message }: Told = state;
  const alert = alertId ?? `${id}alert`;
  useFocusKept(ref, state);
  return {
    id,
    ref,
    status: { role: "status", children: confirmation },
    alert: { role: "alert", id: alert, children: message },
    form: (source, send) => ({
      // A form sent before the page's script runs must not put a password into the address.
      method: "post",
      noValidate: true,
      "aria-busy": submission.sending(source) || undefined,
      onInput: submission.edit,
      onSubmit(event) {
        takeSubmit(event);
        const { currentTarget } = event;
        void submission.run(source, async () => send(currentTarget));
      },
    }),
    field: (name) => ({ name, id: id + name, ...wrongness(state, name, alert) }),
    button: (source, type = "submit") => ({ type, ...submission.busy(source) }),
  };
}
