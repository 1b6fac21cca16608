"use client";

import { type ComponentPropsWithoutRef, useState } from "react";
import { Field } from "../form/field.tsx";

interface ChangeFieldProps extends ComponentPropsWithoutRef<"input"> {
  id: string;
  label: string;
}

/** A field with its label. */
export function ChangeField({ label, ...input }: ChangeFieldProps) {
  return (
    <Field
      label={{ htmlFor: input.id, children: label }}
      input={{ autoCapitalize: "none", spellCheck: false, ...input }}
    />
  );
}

/** A field for a one-time code. */
export function CodeField(props: ChangeFieldProps) {
  return (
    <ChangeField type="text" inputMode="numeric" autoComplete="one-time-code" required {...props} />
  );
}

/** A masked field, with a button that shows what is typed. */
export function SecretField({ label, show, ...input }: ChangeFieldProps & { show: string }) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={{ htmlFor: input.id, children: label }}
      input={{
        autoCapitalize: "none",
        spellCheck: false,
        ...input,
        type: shown ? "text" : "password",
      }}
      action={
        <button
          type="button"
          className="portico-reveal"
          aria-label={show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path
              d={`M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6${shown ? "M4 4l16 16" : ""}`}
            />
          </svg>
        </button>
      }
    />
  );
}
