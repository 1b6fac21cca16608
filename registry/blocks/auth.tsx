"use client";

import { type AuthProps, useAuthForm } from "@portico/react";
import { FormCard } from "@/components/portico/form";
import { usePortico } from "@/components/portico/provider";
import { SocialList } from "@/components/portico/social-buttons";

interface Props extends Omit<AuthProps, "children" | "localization" | "supabaseClient"> {
  className?: string;
}

/** Every form in one place: which view is shown, and the links between them. */
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
