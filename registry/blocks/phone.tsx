"use client";

import { AutoSubmitCode, WebOtp } from "@portico/react";
import { type PhoneSignInOptions, usePhoneSignIn } from "@portico/react/plugins";
import type { ReactNode } from "react";
import { CodeField } from "@/components/portico/code-field";
import { PasswordField, TextField } from "@/components/portico/fields";
import { FormCard } from "@/components/portico/form";
import { Messages } from "@/components/portico/message";
import { usePortico } from "@/components/portico/provider";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Field, FieldGroup, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { cn } from "@/lib/utils";

interface PhoneProps extends Omit<PhoneSignInOptions, "localization" | "supabaseClient"> {
  /** The number of digits of a code. The last digit submits the form. Default: 6. */
  length?: number;
  className?: string;
  children?: ReactNode;
}

/** Renders the form that signs in or up (`view`) with a phone number and a code or a password. */
export function Phone({ className, children, length = 6, ...options }: PhoneProps) {
  const portico = usePortico();
  const phone = usePhoneSignIn({ ...portico, ...options });
  const { alert, button, code, country, form, heading, number, other, password, state } = phone;

  if (code) {
    return (
      <FormCard
        form={code}
        className={className}
        fields={
          <>
            <p className="text-muted-foreground text-sm">{code.text}</p>
            <input {...code.to} />
            {code.fields.map(({ name, label, input: { placeholder: _, ...input } }) => (
              <CodeField
                key={name}
                {...input}
                id={label.htmlFor}
                label={label.children}
                length={length}
              />
            ))}
            <AutoSubmitCode length={length} />
            <WebOtp />
          </>
        }
      >
        <Button variant="link" {...code.back} />
      </FormCard>
    );
  }
  return (
    <div className={cn("w-full max-w-sm", className)}>
      <Card>
        <CardHeader>
          <CardTitle>
            <h2 {...heading} className="outline-none" />
          </CardTitle>
        </CardHeader>
        <CardContent className="flex flex-col gap-5">
          <form {...form}>
            <FieldGroup className="gap-5">
              <Field>
                <FieldLabel htmlFor={country.label.htmlFor}>{country.label.children}</FieldLabel>
                <NativeSelect {...country.select} className="w-full">
                  {country.options.map(([value, text]) => (
                    <NativeSelectOption key={value} value={value}>
                      {text}
                    </NativeSelectOption>
                  ))}
                </NativeSelect>
              </Field>
              <TextField
                {...number.input}
                id={number.label.htmlFor}
                label={number.label.children}
              />
              {password && (
                <PasswordField
                  {...password.input}
                  id={password.label.htmlFor}
                  label={password.label.children}
                  show={phone.formWords.common.show_password}
                  sending={state.phase === "sending"}
                />
              )}
              <Button {...button} className="w-full" />
            </FieldGroup>
          </form>
          <Messages alert={alert} />
          {other && <Button variant="link" {...other} />}
          {children}
        </CardContent>
      </Card>
    </div>
  );
}
