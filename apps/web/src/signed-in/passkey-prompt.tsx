import { PasskeyOffer } from "@portico/react/plugins";
import { useFormTexts } from "../auth/use-form-texts.ts";
import { useBackend } from "../data/backend.tsx";
import { useScheme } from "../shell/scheme.ts";

/** Offers a passkey to a user who has signed in with a password. */
export default function PasskeyPrompt() {
  const { dark } = useScheme();
  return <PasskeyOffer supabaseClient={useBackend()} localization={useFormTexts()} dark={dark} />;
}
