"use client";

import type { useSignOut } from "@portico/react/account";
import { useAccount } from "@portico/react/account";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Messages } from "@/components/portico/message";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { FieldGroup } from "@/components/ui/field";

/** The state that every account hook returns. */
export type Change = Omit<ReturnType<typeof useSignOut>, "signOut" | "words">;

interface SectionProps {
  heading: string;
  text?: string;
  /** The change whose messages the section shows. */
  change: Change;
  children?: ReactNode;
}

/** Renders a section of the account page: its heading, its content, and the message of its change. */
export function Section({ heading, text, change, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      ref={(element) => {
        change.ref.current = element;
      }}
    >
      <Card>
        <CardHeader>
          <CardTitle>
            <h2 id={id} tabIndex={-1} className="outline-none">
              {heading}
            </h2>
          </CardTitle>
          {text && <CardDescription>{text}</CardDescription>}
        </CardHeader>
        <CardContent className="flex flex-col gap-5">
          {children}
          <Messages status={change.status} alert={change.alert} />
        </CardContent>
      </Card>
    </section>
  );
}

/** Renders a section's form: its fields, and its buttons in a row. */
export function SectionForm({
  children,
  buttons,
  ...form
}: ComponentProps<"form"> & { buttons: ReactNode }) {
  return (
    <form {...form}>
      <FieldGroup className="gap-5">
        {children}
        <Row>{buttons}</Row>
      </FieldGroup>
    </form>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

/** Renders a list of items, such as passkeys or sessions. */
export function List({ children }: { children: ReactNode }) {
  return <ul className="flex flex-col gap-4">{children}</ul>;
}

interface ItemProps {
  name: string;
  hint?: ReactNode;
  children?: ReactNode;
}

export function Item({ name, hint, children }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-col">
        <span className="wrap-anywhere font-medium text-sm">{name}</span>
        {hint && <span className="wrap-anywhere text-muted-foreground text-sm">{hint}</span>}
      </div>
      {children && <Row>{children}</Row>}
    </li>
  );
}

interface ConfirmButtonProps {
  /** The label of the button that starts the action. */
  label: string;
  /** The accessible name. Required if several buttons have the same label. */
  fullLabel?: string;
  question: string;
  /** The label of the confirm button. */
  confirmLabel: string;
  /** The label of the cancel button. */
  cancelLabel?: string;
  change: Change;
  /** The action's name in the change. */
  source: string;
  onConfirm: (form: FormData) => Promise<void>;
  /** Fields that the confirmation asks for. */
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
  const [isConfirming, setIsConfirming] = useState<boolean>();
  const id = useId();
  const toggleConfirmation = (isOpen: boolean) => {
    change.reset();
    setIsConfirming(isOpen);
  };

  if (!isConfirming) {
    return (
      <Button
        type="button"
        variant="outline"
        className="w-fit text-destructive"
        // The value is false, not undefined, after the user has closed the confirmation. The button then takes the
        // focus back.
        autoFocus={isConfirming === false}
        aria-label={fullLabel}
        onClick={() => toggleConfirmation(true)}
      >
        {label}
      </Button>
    );
  }
  return (
    <SectionForm
      className="w-full"
      aria-labelledby={id}
      method="post"
      noValidate
      onInput={change.edit}
      onSubmit={(event) => {
        event.preventDefault();
        // React events bubble through portals, so an outer form would be submitted too.
        event.stopPropagation();
        void onConfirm(new FormData(event.currentTarget));
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") toggleConfirmation(false);
      }}
      buttons={
        <>
          <Button
            type="button"
            variant="outline"
            autoFocus
            onClick={() => toggleConfirmation(false)}
          >
            {cancelLabel ?? texts.common.keep}
          </Button>
          {/* shadcn/ui's red button is too pale for WCAG AA. */}
          <Button
            variant="outline"
            className="border-destructive! text-destructive"
            {...change.button(source)}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p id={id} className="text-sm">
        {question}
      </p>
      {children}
    </SectionForm>
  );
}
