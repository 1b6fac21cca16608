"use client";

import { type ComponentPropsWithoutRef, type ReactNode, useId } from "react";
import { Field } from "./field.tsx";
import { fieldErrorProps, useFormContext } from "./form.ts";

interface OwnFieldProps extends Omit<ComponentPropsWithoutRef<"input">, "id" | "name"> {
  /** The key of the value in the user's metadata. */
  name: string;
  /** The message when the field is invalid (`required`, `pattern`). Default: the browser's message. */
  error?: string;
}

/**
 * Renders your own field in the sign-up form. Its value is stored in the new user's metadata.
 *
 * @example
 * <Auth supabaseClient={client} view="sign_up">
 *   <SignUpField name="full_name" label="Full name" autoComplete="name" required />
 * </Auth>
 */
export function SignUpField({ label, ...props }: OwnFieldProps & { label: string }) {
  const { id, ...input } = useOwnInput(props);
  return <Field label={{ htmlFor: id, children: label }} input={{ ...input, id }} />;
}

/**
 * Renders a checkbox that must be checked to sign up. Its `value` is stored in the new user's metadata.
 *
 * @example
 * <TermsCheckbox value="2026-01" error="Please accept the terms.">
 *   I accept the <a href="/terms">terms</a>
 * </TermsCheckbox>
 */
export function TermsCheckbox({
  name = "terms",
  children,
  ...props
}: Omit<OwnFieldProps, "name"> & { name?: string; children: ReactNode }) {
  const { id, ...input } = useOwnInput({ value: "accepted", required: true, ...props, name });
  return (
    <div className="portico-box">
      <input {...input} id={id} type="checkbox" />
      <label htmlFor={id}>{children}</label>
    </div>
  );
}

function useOwnInput({ name, error, ...input }: OwnFieldProps) {
  const { alert, enteredValues, state } = useFormContext();
  const id = useId();
  const field = `data.${name}`;
  const entered = enteredValues?.[field];
  const errorProps = fieldErrorProps(state, field, alert.id);
  return {
    ...input,
    // Restore what the user entered. A checkbox has a fixed value, so restore that it was checked.
    ...(entered === undefined
      ? undefined
      : input.value === undefined
        ? { defaultValue: entered }
        : { defaultChecked: true }),
    id,
    name: field,
    "aria-required": input.required,
    "data-error": error,
    // Focus the invalid field if the page was loaded with the failure.
    ...(enteredValues && errorProps && { autoFocus: true }),
    ...errorProps,
  };
}
