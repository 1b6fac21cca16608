"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import {
  InputGroup,
  InputGroupAddon,
  InputGroupButton,
  InputGroupInput,
} from "@/components/ui/input-group";

interface TextFieldProps extends ComponentProps<"input"> {
  id: string;
  label: ReactNode;
  hint?: string;
}

/** Renders a field with its label. Spread the `input` or the `field(…)` of a hook on it. */
export function TextField({ label, hint, ...input }: TextFieldProps) {
  const descriptionIds = [hint && `${input.id}hint`, input["aria-describedby"]].filter(Boolean);
  return (
    <Field data-invalid={input["aria-invalid"]}>
      <FieldLabel htmlFor={input.id}>{label}</FieldLabel>
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        aria-describedby={descriptionIds.join(" ") || undefined}
      />
      {hint && <FieldDescription id={`${input.id}hint`}>{hint}</FieldDescription>}
    </Field>
  );
}

interface PasswordFieldProps extends TextFieldProps {
  /** The accessible name of the reveal button. */
  show: string;
  /** Whether the form is being sent. The field is then masked, because browsers only save fields of type password. */
  sending?: boolean;
}

/** Renders a masked field with a button that reveals the password. */
export function PasswordField({ label, show, sending, ...input }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <Field data-invalid={input["aria-invalid"]}>
      <FieldLabel htmlFor={input.id}>{label}</FieldLabel>
      <InputGroup>
        <InputGroupInput
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          type={isVisible && !sending ? "text" : "password"}
        />
        <InputGroupAddon align="inline-end">
          <InputGroupButton
            size="icon-xs"
            aria-label={show}
            aria-pressed={isVisible}
            onClick={() => setIsVisible(!isVisible)}
          >
            <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
              <path
                d={`M2 12q10-13 20 0-10 13-20 0m7 0a3 3 0 1 0 6 0 3 3 0 0 0-6 0${isVisible ? "M4 4l16 16" : ""}`}
              />
            </svg>
          </InputGroupButton>
        </InputGroupAddon>
      </InputGroup>
    </Field>
  );
}
