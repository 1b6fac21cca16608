"use client";

import type { ComponentPropsWithRef } from "react";
import type { Words } from "../i18n/en.ts";
import { ceremonyFailureOf } from "./ceremony-failure.ts";
import type { Submission } from "./submission.ts";
import { type FormEngine, useFormEngine } from "./use-form-engine.ts";
import { useSubmission } from "./use-submission.ts";

/** The values of a form, by the names of its fields. */
export type Entries = (name: string) => string;

/**
 * Something that people change, with a submission of its own and what to spread on the elements of its forms. The
 * outcome is in `status` and `alert`.
 */
export interface Change extends Pick<FormEngine, "ref" | "status" | "alert" | "field" | "button"> {
  readonly state: Submission;
  /** Runs the action of this name, and shows what it returns. Does nothing while it runs already. */
  run(source: string, work: () => Promise<string | undefined>): Promise<void>;
  /** Removes the message. */
  reset(): void;
  /** Removes the failure, since someone types. */
  edit(): void;
  /** For a `<form>`: sends what was entered. */
  form(
    source: string,
    send: (entered: Entries) => Promise<string | undefined>,
  ): ComponentPropsWithRef<"form">;
}

/** The mechanism behind every part that changes something. */
export function useChange(words: Words): Change {
  const submission = useSubmission((error) => ceremonyFailureOf(error, words));
  const { ref, status, alert, form, field, button } = useFormEngine(submission);
  const { state, run, edit, reset } = submission;
  return {
    ...{ state, run, edit, ref, status, alert, field, button },
    reset: () => reset(),
    form: (source, send) =>
      form(source, (element) => {
        const fields = new FormData(element);
        return send((name) => String(fields.get(name) ?? ""));
      }),
  };
}
