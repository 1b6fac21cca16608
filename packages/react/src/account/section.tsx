"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../elements/button.tsx";
import { Heading } from "../elements/heading.tsx";
import { Said } from "../form/said.tsx";
import { takeSubmit } from "../form/take-submit.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { useAccount } from "./account.tsx";

interface SectionProps {
  heading: string;
  text?: string;
  /** The change that its messages are about. */
  change: Change;
  /** The ways on from the last change. */
  after?: ReactNode;
  children?: ReactNode;
}

/** A section of the account page: its heading, its content, and the outcome of its change. */
export function Section({ heading, text, change, after, children }: SectionProps) {
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
        <Said form={change}>{after}</Said>
      </div>
    </section>
  );
}

interface AskedProps {
  /** The label of the button that begins it. */
  label: string;
  /** The same in full, where several are called so. */
  fullLabel?: string;
  /** The question before it happens. */
  question: string;
  /** The label of the button that does it. */
  yes: string;
  /** The label of the button that leaves things as they are. Default: "Cancel". */
  no?: string;
  change: Change;
  /** The name of the submission in the change. */
  source: string;
  /** Does it, with what was filled in. */
  onYes: (entered: Entries) => Promise<void>;
  /** Something to fill in first. */
  children?: ReactNode;
}

/** A button for what cannot be undone: it asks first, in its own place, and the focus follows. */
export function Asked(props: AskedProps) {
  const { label, fullLabel, question, yes, no, change, source, onYes, children } = props;
  const { words } = useAccount();
  const [asking, setAsking] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const returning = useRef(false);
  const id = useId();

  useEffect(() => {
    if (asking) place.current?.querySelector<HTMLElement>("input:not([hidden]), button")?.focus();
    else if (returning.current) document.getElementById(id)?.focus();
    returning.current = false;
  }, [asking, id]);

  const stop = () => {
    returning.current = true;
    change.reset();
    setAsking(false);
  };

  if (!asking) {
    return (
      <Button
        id={id}
        className="portico-danger"
        aria-label={fullLabel}
        onClick={() => {
          change.reset();
          setAsking(true);
        }}
      >
        {label}
      </Button>
    );
  }
  return (
    <form
      ref={place}
      className="portico-asked"
      aria-labelledby={id}
      method="post"
      noValidate
      onSubmit={(event) => {
        takeSubmit(event);
        const fields = new FormData(event.currentTarget);
        void onYes((name) => String(fields.get(name) ?? ""));
      }}
      onInput={change.edit}
      onKeyDown={(event) => {
        if (event.key === "Escape") stop();
      }}
    >
      <p id={id} className="portico-text">
        {question}
      </p>
      {children}
      <div className="portico-row">
        <Button onClick={stop}>{no ?? words.common.keep}</Button>
        <Button className="portico-danger" {...change.button(source)}>
          {yes}
        </Button>
      </div>
    </form>
  );
}
