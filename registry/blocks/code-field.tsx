"use client";

import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { Field, FieldLabel } from "@/components/ui/field";
import { InputOTP, InputOTPGroup, InputOTPSlot } from "@/components/ui/input-otp";

interface CodeFieldProps
  extends Omit<ComponentProps<"input">, "maxLength" | "onChange" | "placeholder" | "value"> {
  id: string;
  label: ReactNode;
  /** The number of digits of a code. Default: 6. */
  length?: number;
}

/** Renders a field for a one-time code. */
export function CodeField({ label, length = 6, ...input }: CodeFieldProps) {
  const [value, setValue] = useState("");
  const isInvalid = input["aria-invalid"];

  // Clear a wrong code, so that users can type or paste another one without deleting each digit.
  useEffect(() => {
    if (isInvalid) setValue("");
  }, [isInvalid]);

  return (
    <Field data-invalid={isInvalid}>
      <FieldLabel htmlFor={input.id}>{label}</FieldLabel>
      <InputOTP
        inputMode="numeric"
        autoComplete="one-time-code"
        {...input}
        maxLength={length}
        value={value}
        onChange={setValue}
      >
        <InputOTPGroup>
          {Array.from({ length }, (_, index) => (
            <InputOTPSlot
              key={index}
              index={index}
              className={isInvalid ? "border-destructive" : undefined}
            />
          ))}
        </InputOTPGroup>
      </InputOTP>
    </Field>
  );
}
