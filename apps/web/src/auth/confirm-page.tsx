import { AuthCard, ThemeSupa } from "@portico/react";
import { ConfirmLink } from "@portico/react/around";
import { useNavigate } from "react-router";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
import { useScheme } from "../shell/scheme.ts";
import { DoorFrame } from "./door-frame.tsx";
import { useFormWords } from "./use-form-words.ts";

const appearance = { theme: ThemeSupa };

/** Where the links of our messages lead: the templates in supabase/templates name it. */
export const confirmPath = "/confirm";

/** One button, which a person presses and a program that opens links does not. */
export function ConfirmPage() {
  const backend = useBackend();
  const words = useWords();
  const { dark } = useScheme();
  const navigate = useNavigate();
  return (
    <DoorFrame title={words.door.confirm}>
      <AuthCard>
        <ConfirmLink
          supabaseClient={backend}
          localization={useFormWords()}
          appearance={appearance}
          dark={dark}
          onConfirmed={({ type, next }) => {
            // Somebody who is signed in already must not be taken past what they came for.
            if (type === "recovery") backend.recovery.begin();
            void navigate(next, { replace: true });
          }}
        />
      </AuthCard>
    </DoorFrame>
  );
}
