import { type KeyboardEvent, useState } from "react";
import { Field } from "./field.tsx";
import type { Form, FormField } from "./form.ts";

interface PasswordFieldProps extends Omit<FormField, "name"> {
  form: Pick<Form, "state" | "words">;
}

/** Renders a masked field with a button that reveals the password, and a hint while Caps Lock is on. */
export function PasswordField({ label, input, form: { state, words: texts } }: PasswordFieldProps) {
  const [isRevealed, setIsRevealed] = useState(false);
  const [hasCapsLock, setHasCapsLock] = useState(false);

  // This runs for every key, but React only re-renders if the state changes.
  const updateCapsLock = (event: KeyboardEvent) =>
    setHasCapsLock(event.getModifierState?.("CapsLock") ?? false);

  return (
    <Field
      label={label}
      input={{
        ...input,
        // Mask the password while it is sent, because browsers only offer to save fields of type password.
        type: isRevealed && state.phase !== "sending" ? "text" : "password",
        onKeyDown: updateCapsLock,
        onKeyUp: updateCapsLock,
        onBlur: () => setHasCapsLock(false),
      }}
      hint={
        <span className="portico-hint" role="status">
          {hasCapsLock && texts.common.caps_lock}
        </span>
      }
      action={
        <button
          type="button"
          className="portico-reveal"
          aria-label={texts.common.show_password}
          aria-pressed={isRevealed}
          onClick={() => setIsRevealed(!isRevealed)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path
              d={`M2 12q10-13 20 0-10 13-20 0m7 0a3 3 0 1 0 6 0 3 3 0 0 0-6 0${isRevealed ? "M4 4l16 16" : ""}`}
            />
          </svg>
        </button>
      }
    />
  );
}
