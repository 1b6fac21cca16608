import type { AuthError, Provider, UserIdentity } from "@supabase/auth-js";
import { useState } from "react";
import { useErrorText } from "../auth/error-text.ts";
import { providerScopes } from "../auth/providers.ts";
import { useBackend } from "../data/backend.tsx";
import { useSay } from "../shell/toasts.tsx";
import { useAccountRefresh } from "./use-account.ts";

/** Links and unlinks ways to sign in, one at a time; says why when it cannot be done. */
export function useIdentityChanges() {
  const { auth } = useBackend();
  const say = useSay();
  const textOf = useErrorText();
  const refresh = useAccountRefresh();
  const [busy, setBusy] = useState(false);

  const attempt = async (change: () => Promise<{ error: AuthError | null }>) => {
    if (busy) return false;
    setBusy(true);
    const { error } = await change();
    setBusy(false);
    if (error) say({ text: textOf(error), tone: "danger" });
    return !error;
  };

  return {
    busy,
    /** Leaves the page for the provider, which sends the person back here. */
    link: (provider: Provider) => {
      const scopes = providerScopes[provider];
      const redirectTo = `${location.origin}/account`;
      return attempt(() =>
        auth.linkIdentity({ provider, options: { redirectTo, ...(scopes && { scopes }) } }),
      );
    },
    unlink: async (identity: UserIdentity, done: string) => {
      if (!(await attempt(() => auth.unlinkIdentity(identity)))) return;
      say({ text: done });
      await refresh();
    },
  };
}
