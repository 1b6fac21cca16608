import { type ComponentPropsWithoutRef, type ReactNode, useId } from "react";
import { Input } from "../elements/input.tsx";
import { Label } from "../elements/label.tsx";
import { useCard } from "./card.ts";

export interface FieldProps extends Omit<ComponentPropsWithoutRef<"input">, "name" | "id"> {
  /** What the field is called in what is sent, and in the errors about it. */
  name: string;
  label: string;
  /** Something to say beside the label. */
  hint?: ReactNode;
  /** A button inside the field's frame. */
  action?: ReactNode;
}

/**
 * A field with its label, tied to the form's message when the message is about it.
 *
 * It is uncontrolled: what a password manager fills in before React is there is sent as well, and
 * a key pressed renders nothing.
 */
export function Field({ name, label, hint, action, ...input }: FieldProps) {
  const { errorId, submission } = useCard();
  const id = useId();
  const wrong = submission.state.phase === "failed" && submission.state.field === name;

  const field = (
    <Input
      {...input}
      id={id}
      name={name}
      aria-required="true"
      aria-invalid={wrong || undefined}
      aria-describedby={wrong ? errorId : undefined}
    />
  );
  return (
    <div className="portico-field">
      <Label htmlFor={id}>{label}</Label>
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

type TextFieldProps = Pick<FieldProps, "label" | "placeholder">;

/** The e-mail field, with what was typed into the one of the view before. */
export function EmailField({
  autoComplete = "email",
  ...props
}: TextFieldProps & Pick<FieldProps, "autoComplete">) {
  const { email } = useCard();
  return (
    <Field
      {...props}
      name="email"
      type="email"
      defaultValue={email}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
