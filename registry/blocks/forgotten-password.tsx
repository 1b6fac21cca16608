"use client";

import { useForgottenPassword } from "@portico/react";
import { type FormBlockProps, FormCard, linksTo } from "@/components/portico/form";
import { usePortico } from "@/components/portico/provider";

/** Renders the form that sends a link to reset the password. */
export function ForgottenPassword({
  links,
  className,
  children,
  email,
  ...options
}: FormBlockProps) {
  const form = useForgottenPassword({ ...usePortico(), ...options });
  return (
    <FormCard form={form} links={linksTo(form, links)} className={className} email={email}>
      {children}
    </FormCard>
  );
}
