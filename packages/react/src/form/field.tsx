import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { Input } from "../elements/input.tsx";
import { Label } from "../elements/label.tsx";
import type { FormField } from "./form.ts";

interface FieldProps extends Omit<FormField, "name" | "input"> {
  input: ComponentPropsWithoutRef<"input">;
  /** Something to say beside the label. */
  hint?: ReactNode;
  /** A button inside the field's frame. */
  action?: ReactNode;
}

/**
 * A field with its label.
 *
 * It is uncontrolled: what a password manager fills in before React is there is sent as well, and
 * a key pressed renders nothing.
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
