import { useErrorText } from "../auth/error-text.ts";
import { useBackend } from "../data/backend.tsx";
import { forgetTraces } from "../notes/forget-traces.ts";
import { usePerson } from "../shell/person.tsx";
import { useSay } from "../shell/toasts.tsx";

/**
 * Signs out of this browser, all of its tabs included (`local`), or of every device (`global`). On
 * success the session ends and the door appears; on failure the page says why.
 */
export function useSignOut(): (scope: "local" | "global") => Promise<void> {
  const { auth } = useBackend();
  const say = useSay();
  const person = usePerson();
  const textOf = useErrorText();
  return async (scope) => {
    const { error } = await auth.signOut({ scope });
    // Signing out of this browser needs no server: the session is gone whatever it answered.
    if (error && scope === "global") say({ text: textOf(error), tone: "danger" });
    else forgetTraces(person);
  };
}
