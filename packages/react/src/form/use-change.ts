"use client";

import type { ComponentPropsWithRef } from "react";
import type { Words } from "../i18n/en.ts";
import { ceremonyFailureOf } from "./ceremony-failure.ts";
import type { Submission } from "./submission.ts";
import { type FormEngine, useFormEngine } from "./use-form-engine.ts";
import { useSubmission } from "./use-submission.ts";

/** Returns the value of a form's field by its name. */
export type Entries = (name: string) => string;

/**
 * The state and the actions of a change, and the props of its forms' elements. Its outcome is in `status` and `alert`.
 */
export interface Change extends Pick<FormEngine, "ref" | "status" | "alert" | "field" | "button"> {
  readonly state: Submission;
  /** Runs the action with this name, and shows the text that it returns. Does nothing while that action is running. */
  run(source: string, work: () => Promise<string | undefined>): Promise<void>;
  /** Clears the message. */
  reset(): void;
  /** Clears the failure when the user types. */
  edit(): void;
  /** Returns the props of a `<form>` whose values are passed to `send`. */
  form(
    source: string,
    send: (entries: Entries) => Promise<string | undefined>,
  ): ComponentPropsWithRef<"form">;
}

/** Manages a change: its submission, its messages and the focus. */
export function useChange(texts: Words): Change {
  const submission = useSubmission((error) => ceremonyFailureOf(error, texts));
  const { ref, status, alert, form, field, button } = useFormEngine(submission);
  const { state, run, edit, reset } = submission;
  return {
    state,
    run,
    edit,
    ref,
    status,
    alert,
    field,
    button,
    reset: () => reset(),
    form: (source, send) =>
      form(source, (element) => {
        const fields = new FormData(element);
        return send((name) => String(fields.get(name) ?? ""));
      }),
  };
}
