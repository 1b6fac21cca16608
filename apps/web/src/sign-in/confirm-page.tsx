import { AuthCard } from "@portico/react";
import { ConfirmLink } from "@portico/react/plugins";
import { useFormTexts } from "../auth/use-form-texts.ts";
import { replaceAddress } from "../browser/address.ts";
import { useBackend } from "../data/backend.tsx";
import { useTexts } from "../i18n/translations.tsx";
import { useScheme } from "../shell/scheme.ts";
import { useIsFirstPage } from "../shell/use-heading-focus.ts";
import { SignInFrame } from "./page-frame.tsx";

/** A page with one button, so that a link scanner that opens the link does not consume it. */
export default function ConfirmPage() {
  const backend = useBackend();
  const texts = useTexts();
  const { dark } = useScheme();
  // Registers this page as the first, so that the next one focuses its heading.
  useIsFirstPage();
  return (
    <SignInFrame title={texts.signIn.confirm}>
      <AuthCard>
        <ConfirmLink
          supabaseClient={backend}
          localization={useFormTexts()}
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
