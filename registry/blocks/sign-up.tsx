"use client";

import { useSignUp } from "@portico/react";
import { type FormBlockProps, FormCard, linksTo } from "@/components/portico/form";
import { usePortico } from "@/components/portico/provider";

/** Renders the form that creates an account. */
export function SignUp({ links, className, children, email, ...options }: FormBlockProps) {
  const form = useSignUp({ ...usePortico(), ...options });
  return (
    <FormCard form={form} links={linksTo(form, links)} className={className} email={email}>
      {children}
    </FormCard>
  );
}
