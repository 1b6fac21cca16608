import { AuthCard } from "@portico/react";
import { ConfirmLink } from "@portico/react/plugins";
import { useFormWords } from "../auth/use-form-words.ts";
import { replaceAddress } from "../browser/address.ts";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
import { useScheme } from "../shell/scheme.ts";
import { useIsFirstPage } from "../shell/use-heading-focus.ts";
import { SignInFrame } from "./page-frame.tsx";

/** A page with one button, so that a link scanner that opens the link does not use it up. */
export default function ConfirmPage() {
  const backend = useBackend();
  const words = useWords();
  const { dark } = useScheme();
  // Registers this page as the first, so that the next one focuses its heading.
  useIsFirstPage();
  return (
    <SignInFrame title={words.signIn.confirm}>
      <AuthCard>
        <ConfirmLink
          supabaseClient={backend}
          localization={useFormWords()}
          dark={dark}
          onConfirmed={({ type, next }) => {
            // Without this, a signed-in user would not be asked for a new password.
            if (type === "recovery") backend.recovery.begin();
            replaceAddress(next);
          }}
        />
      </AuthCard>
    </SignInFrame>
  );
}
