import { AuthCard } from "@portico/react";
import { ConfirmLink } from "@portico/react/plugins";
import { useFormWords } from "../auth/use-form-words.ts";
import { replaceAddress } from "../browser/address.ts";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
import { useScheme } from "../shell/scheme.ts";
import { useIsFirstPage } from "../shell/use-heading-focus.ts";
import { SignInFrame } from "./page-frame.tsx";

/** One button, which a person presses and a program that opens links does not. */
export default function ConfirmPage() {
  const backend = useBackend();
  const words = useWords();
  const { dark } = useScheme();
  // The page that comes next takes the focus: the button that was pressed is gone.
  useIsFirstPage();
  return (
    <SignInFrame title={words.door.confirm}>
      <AuthCard>
        <ConfirmLink
          supabaseClient={backend}
          localization={useFormWords()}
          dark={dark}
          onConfirmed={({ type, next }) => {
            // Somebody who is signed in already must not be taken past what they came for.
            if (type === "recovery") backend.recovery.begin();
            replaceAddress(next);
          }}
        />
      </AuthCard>
    </SignInFrame>
  );
}
