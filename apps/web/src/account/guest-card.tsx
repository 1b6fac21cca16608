import { AuthCard, useUser } from "@portico/react";
import { AnonymousUpgrade } from "@portico/react/plugins";
import type { Provider } from "@supabase/auth-js";
import { useFormTexts } from "../auth/use-form-texts.ts";
import { useBackend } from "../data/backend.tsx";
import { useScheme } from "../shell/scheme.ts";

/** Lets a guest convert their account to a permanent one. Renders nothing for other users. */
export function GuestCard({ providers }: { providers: readonly Provider[] }) {
  const { user } = useUser();
  const backend = useBackend();
  const { dark } = useScheme();
  const localization = useFormTexts();
  if (!user?.is_anonymous) return null;
  return (
    <AuthCard>
      <AnonymousUpgrade
        supabaseClient={backend}
        providers={[...providers]}
        socialLayout="horizontal"
        redirectTo={`${location.origin}/account`}
        codeLength={backend.configuration.codeLength}
        passwordLimit
        localization={localization}
        dark={dark}
      />
    </AuthCard>
  );
}
