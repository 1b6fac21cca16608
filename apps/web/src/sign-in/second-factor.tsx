import "@portico/react/protected.css";
import { AuthCard } from "@portico/react";
import { SecondFactor } from "@portico/react/protected";
import { useFormWords } from "../auth/use-form-words.ts";
import { useBackend } from "../data/backend.tsx";
import { useVocabulary } from "../i18n/vocabulary.tsx";
import { useScheme } from "../shell/scheme.ts";
import { SignInFrame } from "./page-frame.tsx";

/** Asks a signed-in user for their second factor. */
export default function SecondFactorPage() {
  const { words } = useVocabulary();
  const backend = useBackend();
  const { dark } = useScheme();
  return (
    <SignInFrame title={words.signIn.secondStep}>
      <AuthCard>
        <SecondFactor supabaseClient={backend} localization={useFormWords()} dark={dark} />
      </AuthCard>
    </SignInFrame>
  );
}
