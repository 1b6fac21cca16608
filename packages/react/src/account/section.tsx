"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../elements/button.tsx";
import { Heading } from "../elements/heading.tsx";
import { FormMessages } from "../form/form-messages.tsx";
import { interceptSubmit } from "../form/intercept-submit.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { useAccount } from "./account.tsx";

interface SectionProps {
  heading: string;
  text?: string;
  /** The change whose messages are shown. */
  change: Change;
  /** Actions below the message of the last change. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Renders a section of the account page: its heading, its content, and the message of its change. */
export function Section({ heading, text, change, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section
      className="portico-section"
      aria-labelledby={id}
      ref={(element) => {
        change.ref.current = element;
      }}
    >
      <div className="portico-section-top">
        <Heading id={id} tabIndex={-1}>
          {heading}
        </Heading>
        {text && <p className="portico-text">{text}</p>}
      </div>
      <div className="portico-section-body">
        {children}
        <FormMessages form={change}>{actions}</FormMessages>
      </div>
    </section>
  );
}

interface ConfirmButtonProps {
  /** The label of the button that asks for confirmation. */
  label: string;
  /** The accessible name, if several buttons have the same label. */
  fullLabel?: string;
  /** The text above the buttons that asks for confirmation. */
  question: string;
  /** The label of the button that confirms. */
  confirmLabel: string;
  /** The label of the button that cancels. Default: "Cancel". */
  cancelLabel?: string;
  change: Change;
  /** The name of the action in the change. */
  source: string;
  /** Runs the action with the values of the form. */
  onConfirm: (entries: Entries) => Promise<void>;
  /** Fields of the confirmation. */
  children?: ReactNode;
}

/**
 * Renders a button for an action that cannot be undone. Pressing it shows a form in its place, which asks for
 * confirmation and takes the focus.
 */
export function ConfirmButton(props: ConfirmButtonProps) {
  const {
    label,
    fullLabel,
    question,
    confirmLabel,
    cancelLabel,
    change,
    source,
    onConfirm,
    children,
  } = props;
  const { words: texts } = useAccount();
  const [isConfirming, setIsConfirming] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const shouldRestoreFocus = useRef(false);
  const id = useId();

  useEffect(() => {
    if (isConfirming)
      form.current?.querySelector<HTMLElement>("input:not([hidden]), button")?.focus();
    else if (shouldRestoreFocus.current) document.getElementById(id)?.focus();
    shouldRestoreFocus.current = false;
  }, [isConfirming, id]);

  const cancel = () => {
    shouldRestoreFocus.current = true;
    change.reset();
    setIsConfirming(false);
  };

  if (!isConfirming) {
    return (
      <Button
        id={id}
        className="portico-danger"
        aria-label={fullLabel}
        onClick={() => {
          change.reset();
          setIsConfirming(true);
        }}
      >
        {label}
      </Button>
    );
  }
  return (
    <form
      ref={form}
      className="portico-asked"
      aria-labelledby={id}
      method="post"
      noValidate
      onSubmit={(event) => {
        interceptSubmit(event);
        const fields = new FormData(event.currentTarget);
        void onConfirm((name) => String(fields.get(name) ?? ""));
      }}
      onInput={change.edit}
      onKeyDown={(event) => {
        if (event.key === "Escape") cancel();
      }}
    >
      <p id={id} className="portico-text">
        {question}
      </p>
      {children}
      <div className="portico-row">
        <Button onClick={cancel}>{cancelLabel ?? texts.common.keep}</Button>
        <Button className="portico-danger" {...change.button(source)}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
