"use client";

import { useMagicLink } from "@portico/react";
import { type FormBlockProps, FormCard, linksTo } from "@/components/portico/form";
import { usePortico } from "@/components/portico/provider";

/** Renders the form that sends a sign-in link. */
export function MagicLink({ links, className, children, email, ...options }: FormBlockProps) {
  const form = useMagicLink({ ...usePortico(), ...options });
  return (
    <FormCard form={form} links={linksTo(form, links)} className={className} email={email}>
      {children}
    </FormCard>
  );
}
