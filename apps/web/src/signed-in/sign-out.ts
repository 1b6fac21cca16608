import { useErrorText } from "../auth/error-text.ts";
import { useBackend } from "../data/backend.tsx";
import { clearLocalData } from "../notes/clear-local-data.ts";
import { usePerson } from "../shell/person.tsx";
import { useShowToast } from "../shell/toasts.tsx";

/**
 * Returns a function that signs out of all tabs of this browser (`local`) or of every device (`global`). Shows a toast
 * if signing out everywhere fails.
 */
export function useSignOut(): (scope: "local" | "global") => Promise<void> {
  const { auth } = useBackend();
  const showToast = useShowToast();
  const person = usePerson();
  const textOf = useErrorText();
  return async (scope) => {
    const { error } = await auth.signOut({ scope });
    // A local sign-out removes the session even if the server does not respond.
    if (error && scope === "global") showToast({ text: textOf(error), tone: "danger" });
    else clearLocalData(person);
  };
}
