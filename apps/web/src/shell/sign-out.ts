import { useCallback } from "react";
import { useBackend } from "../data/backend.tsx";
import { forgetDrafts } from "../notes/drafts.ts";
import { useSay } from "./toasts.tsx";

/**
 * Signs out of this browser, all of its tabs included (`local`), or of every device (`global`). On
 * success the session ends and the door appears; on failure the page says why.
 */
export function useSignOut(): (scope: "local" | "global") => Promise<void> {
  const { auth } = useBackend();
  const say = useSay();
  return useCallback(
    async (scope) => {
      const { error } = await auth.signOut({ scope });
      if (error && scope === "global") say({ text: error.message, tone: "danger" });
      else forgetDrafts();
    },
    [auth, say],
  );
}
