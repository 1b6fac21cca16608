"use client";

import { type AuthProps, useAuthForm } from "@portico/react";
import { FormCard } from "@/components/portico/form";
import { usePortico } from "@/components/portico/provider";
import { SocialList } from "@/components/portico/social-buttons";

interface Props extends Omit<AuthProps, "children" | "localization" | "supabaseClient"> {
  className?: string;
}

/** Renders the form of the current view, and links to the other views. */
export function Auth({ className, providers = [], ...options }: Props) {
  const auth = useAuthForm({ ...usePortico(), providers, ...options });
  return (
    <FormCard
      form={auth}
      links={auth.links}
      root={auth.root}
      hasForm={auth.hasForm}
      className={className}
    >
      {auth.social.length > 0 && <SocialList buttons={auth.social} />}
    </FormCard>
  );
}
