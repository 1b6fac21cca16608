"use client";

import { useUpdatePassword } from "@portico/react";
import { type FormBlockProps, FormCard, linksTo } from "@/components/portico/form";
import { usePortico } from "@/components/portico/provider";

/** Renders the form that sets a new password, after the user followed a link to reset it. */
export function NewPassword({ links, className, children, email, ...options }: FormBlockProps) {
  const form = useUpdatePassword({ ...usePortico(), ...options });
  return (
    <FormCard form={form} links={linksTo(form, links)} className={className} email={email}>
      {children}
    </FormCard>
  );
}
