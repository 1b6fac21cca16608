import { type KeyboardEvent, useState } from "react";
import { useCard } from "./card.ts";
import { Field, type FieldProps } from "./field.tsx";

interface PasswordFieldProps extends Pick<FieldProps, "label" | "placeholder"> {
  autoComplete: "current-password" | "new-password";
}

/** A masked field, with a button that shows what is typed and a hint when Caps Lock is on. */
export function PasswordField({ autoComplete, ...props }: PasswordFieldProps) {
  const { submission, words } = useCard();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);

  // React has a new state only when it differs: typing with the lock as it was renders nothing.
  const watch = (event: KeyboardEvent<HTMLInputElement>) =>
    setCapsLock(event.getModifierState?.("CapsLock") ?? false);

  return (
    <Field
      {...props}
      name="password"
      // Masked while it is sent: browsers offer to save only what they know to be a password.
      type={shown && submission.state.phase !== "sending" ? "text" : "password"}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      // The reference server hashes with bcrypt, which reads 72 bytes. For managers that invent
      // passwords: https://developer.apple.com/password-rules/
      {...(autoComplete === "new-password" && { passwordrules: "maxlength: 72;" })}
      hint={
        <span className="portico-hint" role="status">
          {capsLock && words.common.caps_lock}
        </span>
      }
      action={
        <button
          type="button"
          className="portico-reveal"
          aria-label={words.common.show_password}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12z" />
            <circle cx="12" cy="12" r="3" />
            {shown && <path d="M4 4l16 16" />}
          </svg>
        </button>
      }
    />
  );
}
