import { type AuthError, isAuthRetryableFetchError } from "@supabase/auth-js";
import { useEffect, useEffectEvent } from "react";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
import { useSay } from "../shell/toasts.tsx";
import { useErrorText } from "./error-text.ts";

/**
 * Says why, if a session that the address brought was worth nothing: nobody could be asked about it,
 * or it was forged, or used up.
 */
export function useArrivalError(): void {
  const { arrival } = useBackend();
  const { tryAgain } = useWords();
  const textOf = useErrorText();
  const say = useSay();
  const tell = useEffectEvent((error: AuthError) =>
    say({
      text: textOf(error),
      tone: "danger",
      ...(isAuthRetryableFetchError(error) && {
        action: { label: tryAgain, run: () => location.reload() },
      }),
    }),
  );
  useEffect(() => {
    let here = true;
    void arrival.then((error) => {
      if (here && error) tell(error);
    });
    return () => {
      here = false;
    };
  }, [arrival]);
}
