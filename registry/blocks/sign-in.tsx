"use client";

import { useSignIn } from "@portico/react";
import { type FormBlockProps, FormCard, linksTo } from "@/components/portico/form";
import { usePortico } from "@/components/portico/provider";

/** Renders the form that signs in with e-mail and password. */
export function SignIn({ links, className, children, email, ...options }: FormBlockProps) {
  const form = useSignIn({ ...usePortico(), ...options });
  return (
    <FormCard form={form} links={linksTo(form, links)} className={className} email={email}>
      {children}
    </FormCard>
  );
}
