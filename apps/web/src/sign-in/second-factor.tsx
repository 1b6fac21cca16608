import "@portico/react/protected.css";
import { AuthCard } from "@portico/react";
import { SecondFactor } from "@portico/react/protected";
import { useFormTexts } from "../auth/use-form-texts.ts";
import { useBackend } from "../data/backend.tsx";
import { useTranslations } from "../i18n/translations.tsx";
import { useScheme } from "../shell/scheme.ts";
import { SignInFrame } from "./page-frame.tsx";

/** Asks a signed-in user for their second factor. */
export default function SecondFactorPage() {
  const { texts } = useTranslations();
  const backend = useBackend();
  const { dark } = useScheme();
  return (
    <SignInFrame title={texts.signIn.secondStep}>
      <AuthCard>
        <SecondFactor supabaseClient={backend} localization={useFormTexts()} dark={dark} />
      </AuthCard>
    </SignInFrame>
  );
}
