import "@portico/react/consent.css";
import { AuthCard } from "@portico/react";
import { Consent } from "@portico/react/consent";
import { use, useMemo } from "react";
import { useBackend } from "../data/backend.tsx";
import { useTranslations } from "../i18n/translations.tsx";
import { useScheme } from "../shell/scheme.ts";
import { SignInFrame } from "../sign-in/page-frame.tsx";

/** Asks the user whether another application is allowed to sign them in. */
export function ConsentPage() {
  const { texts, forms, language } = useTranslations();
  const consent = use(language.consent());
  const { dark } = useScheme();
  const localization = useMemo(
    () => ({
      ...(forms && { variables: forms }),
      lang: language.code,
      ...(consent && { consent }),
    }),
    [forms, language, consent],
  );
  return (
    <SignInFrame title={texts.consent.title}>
      <AuthCard>
        <Consent supabaseClient={useBackend()} localization={localization} dark={dark} />
      </AuthCard>
    </SignInFrame>
  );
}
