import { type AuthError, isAuthRetryableFetchError } from "@supabase/auth-js";
import { useEffect, useEffectEvent } from "react";
import { useBackend } from "../data/backend.tsx";
import { useTexts } from "../i18n/translations.tsx";
import { useShowToast } from "../shell/toasts.tsx";
import { useErrorText } from "./error-text.ts";

/** Shows why a session link did not sign in: the server was unreachable, or the session was invalid or had ended. */
export function useLinkErrorToast(): void {
  const { linkError } = useBackend();
  const { tryAgain } = useTexts();
  const textOf = useErrorText();
  const showToast = useShowToast();
  const show = useEffectEvent((error: AuthError) =>
    showToast({
      text: textOf(error),
      tone: "danger",
      ...(isAuthRetryableFetchError(error) && {
        action: { label: tryAgain, run: () => location.reload() },
      }),
    }),
  );
  useEffect(() => {
    let isMounted = true;
    void linkError.then((error) => {
      if (isMounted && error) show(error);
    });
    return () => {
      isMounted = false;
    };
  }, [linkError]);
}
