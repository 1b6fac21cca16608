import type { ComponentPropsWithRef, ReactNode } from "react";

interface TextFieldProps extends Omit<ComponentPropsWithRef<"input">, "children"> {
  label: string;
  error: ReactNode;
}

/** A text field like that of a design system, with label and error as props. */
export function TextField({ label, error, ...input }: TextFieldProps) {
  return (
    <div>
      <label htmlFor={input.id}>{label}</label>
      <br />
      <input {...input} />
      <div>{error}</div>
    </div>
  );
}

interface PressProps {
  busy: boolean;
  kind: "primary" | "plain";
  submits?: boolean;
  onPress?: () => void;
  children: ReactNode;
}

export function Press({ busy, kind, submits = false, onPress, children }: PressProps) {
  return (
    <button
      type={submits ? "submit" : "button"}
      className={kind}
      disabled={busy}
      aria-busy={busy || undefined}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
