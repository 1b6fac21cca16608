"use client";

import { AutoSubmitCode, useVerifyOtp, WebOtp } from "@portico/react";
import { CodeField } from "@/components/portico/code-field";
import { TextField } from "@/components/portico/fields";
import { type FormBlockProps, FormCard, linksTo } from "@/components/portico/form";
import { usePortico } from "@/components/portico/provider";

interface OneTimeCodeProps extends FormBlockProps {
  /** The number of digits of a code. The last digit submits the form. Default: 6. */
  length?: number;
}

/** Renders the form that verifies a code from a message. `otpType` is the kind of message, such as `recovery`. */
export function OneTimeCode(props: OneTimeCodeProps) {
  const { links, className, children, email, length = 6, ...options } = props;
  const form = useVerifyOtp({ ...usePortico(), ...options });
  return (
    <FormCard
      form={form}
      links={linksTo(form, links)}
      className={className}
      fields={
        <>
          {form.fields.map(({ name, label, input: { placeholder, ...input } }) =>
            name === "token" ? (
              <CodeField
                key={name}
                {...input}
                id={label.htmlFor}
                label={label.children}
                length={length}
              />
            ) : (
              <TextField
                key={name}
                {...input}
                id={label.htmlFor}
                label={label.children}
                placeholder={placeholder}
                defaultValue={name === "email" ? email : undefined}
              />
            ),
          )}
          <AutoSubmitCode length={length} />
          <WebOtp />
        </>
      }
    >
      {children}
    </FormCard>
  );
}
