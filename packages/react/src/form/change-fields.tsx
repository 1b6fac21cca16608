"use client";

import type { ComponentProps, ComponentPropsWithoutRef } from "react";
import { Field } from "./field.tsx";
import { PasswordField } from "./password-field.tsx";

interface ChangeFieldProps extends ComponentPropsWithoutRef<"input"> {
  id: string;
  label: string;
}

/** Renders a field with its label. */
export function ChangeField({ label, ...input }: ChangeFieldProps) {
  return (
    <Field
      label={{ htmlFor: input.id, children: label }}
      input={{ autoCapitalize: "none", spellCheck: false, ...input }}
    />
  );
}

/** Renders a field for a one-time code. */
export function CodeField(props: ChangeFieldProps) {
  return (
    <ChangeField type="text" inputMode="numeric" autoComplete="one-time-code" required {...props} />
  );
}

interface SecretFieldProps extends Omit<ChangeFieldProps, "form"> {
  /** The submission's state, and the texts of the forms. */
  form: ComponentProps<typeof PasswordField>["form"];
}

/** Renders a field for a password. */
export function SecretField({ label, form, ...input }: SecretFieldProps) {
  return (
    <PasswordField
      label={{ htmlFor: input.id, children: label }}
      input={{ autoCapitalize: "none", spellCheck: false, ...input }}
      form={form}
    />
  );
}
