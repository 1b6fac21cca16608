import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { Input } from "../elements/input.tsx";
import { Label } from "../elements/label.tsx";
import type { FormField } from "./form.ts";

interface FieldProps extends Omit<FormField, "name" | "input"> {
  input: ComponentPropsWithoutRef<"input">;
  /** A hint next to the label. */
  hint?: ReactNode;
  /** A button inside the field's frame. */
  action?: ReactNode;
}

/**
 * Renders a field with its label.
 *
 * The input is uncontrolled for two reasons: values that a password manager fills in before hydration are submitted,
 * and typing does not re-render the form.
 */
export function Field({ label, input, hint, action }: FieldProps) {
  const field = <Input {...input} />;
  return (
    <div className="portico-field">
      <Label {...label} />
      {hint}
      {action ? (
        <div className="portico-frame">
          {field}
          {action}
        </div>
      ) : (
        field
      )}
    </div>
  );
}
