"use client";

import { type ComponentPropsWithRef, type RefObject, useId, useRef } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { wrongness } from "../form/form.ts";
import type { Submission } from "../form/submission.ts";
import { takeSubmit } from "../form/take-submit.ts";
import { useSubmission } from "../form/use-submission.ts";
import type { Words } from "../i18n/en.ts";
import { refusalOf } from "./refusal.ts";

/** The values of a form, by the names of its fields. */
export type Entries = (name: string) => string;

/** The attributes of a button. */
export interface ChangeButton {
  readonly type: "submit" | "button";
  readonly disabled: boolean;
  readonly "aria-busy": true | undefined;
}

/**
 * Something that people change, and what becomes of it: the submission of `useSubmission` with what
 * to spread on the elements of its forms. What went well or wrong is in `status` and `alert`.
 */
export interface Change {
  readonly state: Submission;
  /** For the element around everything, so that the focus stays in it. */
  readonly ref: RefObject<HTMLElement | null>;
  /** The confirmation. Keep its element on the page while it is empty: only then is it announced. */
  readonly status: { readonly role: "status"; readonly children: string | undefined };
  /** The failure. Keep its element on the page while it is empty. */
  readonly alert: {
    readonly role: "alert";
    readonly id: string;
    readonly children: string | undefined;
  };
  /** Does a thing by its name, and says what it returns. Pressed again while it runs: nothing. */
  run(source: string, work: () => Promise<string | undefined>): Promise<void>;
  /** Forgets what was said. */
  reset(): void;
  /** Takes a failure back, since someone types. */
  edit(): void;
  /** For a `<form>`: sends what was entered. */
  form(
    source: string,
    send: (entered: Entries) => Promise<string | undefined>,
  ): ComponentPropsWithRef<"form">;
  /** For an `<input>`: its name and id, and whether the failure is about it. */
  field(name: string): { readonly name: string; readonly id: string };
  /** For the button that sends, or does, the thing of this name. */
  button(source: string, type?: ChangeButton["type"]): ChangeButton;
}

/** The mechanism behind every part that changes something. */
export function useChange(words: Words): Change {
  const submission = useSubmission((error) => refusalOf(error, words));
  const { state } = submission;
  const ref = useRef<HTMLElement>(null);
  const id = useId();
  useFocusInside(ref, state);

  return {
    state,
    ref,
    status: { role: "status", children: state.phase === "done" ? state.confirmation : undefined },
    alert: {
      role: "alert",
      id: `${id}alert`,
      children: state.phase === "failed" ? state.message : undefined,
    },
    run: submission.run,
    reset: () => submission.reset(),
    edit: submission.edit,
    form: (source, send) => ({
      // A form sent before the page's script runs must not put a password into the address.
      method: "post",
      noValidate: true,
      "aria-busy": submission.sending(source) || undefined,
      onInput: submission.edit,
      onSubmit(event) {
        takeSubmit(event);
        const fields = new FormData(event.currentTarget);
        const entered: Entries = (name) => String(fields.get(name) ?? "");
        void submission.run(source, () => send(entered));
      },
    }),
    field: (name) => ({ name, id: id + name, ...wrongness(state, name, `${id}alert`) }),
    button: (source, type = "submit") => ({ type, ...submission.busy(source) }),
  };
}

/**
 * Keeps the focus inside a part: a button that is disabled meanwhile, or gone afterwards, would drop
 * it to the top of the page. It goes to the field at fault, else back, else to the part's heading.
 */
function useFocusInside(part: RefObject<HTMLElement | null>, state: Submission): void {
  const held = useRef<HTMLElement | null>(null);

  useBrowserLayoutEffect(() => {
    const active = document.activeElement;
    if (state.phase === "sending") {
      const inside = part.current?.contains(active) ?? false;
      held.current = inside && active instanceof HTMLElement ? active : null;
      return;
    }
    const from = held.current;
    held.current = null;
    if (!from) return;
    const wrong =
      state.phase === "failed" && part.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (wrong) wrong.focus();
    else if (active === null || active === document.body) {
      // A field that was made anew, with what was saved in it, is the same field to its user.
      const same = from.isConnected ? from : document.getElementById(from.id);
      const back = same?.matches(":disabled") ? undefined : same;
      (back ?? part.current?.querySelector<HTMLElement>("[tabindex='-1']"))?.focus();
    }
  }, [part, state]);
}
