import type { AuthError } from "@supabase/auth-js";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isAuthRetryableFetchError } from "../data/auth-error.ts";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
import { replaceAddress } from "../shell/address.ts";
import type { News } from "../shell/news-line.tsx";
import { useSay } from "../shell/toasts.tsx";
import { useErrorText } from "./error-text.ts";

/** Begins at the start again once somebody has left, by whichever tab: their address is not the next one's. */
export function useDepartures(person: string | undefined): void {
  const before = useRef(person);
  useEffect(() => {
    const left = before.current;
    before.current = person;
    if (left !== undefined && person === undefined) replaceAddress("/");
  }, [person]);
}

/**
 * Says why, if a session that the address brought was worth nothing: nobody could be asked about it,
 * or it was forged, or used up.
 */
export function useArrival(): void {
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

/**
 * That the new password is set, for somebody who came to set it and is now shown in: what they read
 * first on the page that follows.
 */
export function usePasswordNews(): News | undefined {
  const { recovery } = useBackend();
  const text = useWords().passwordUpdated;
  const [told, setTold] = useState(false);
  useEffect(() => recovery.onPasswordSet(() => setTold(true)), [recovery]);
  return told ? { text, close: () => setTold(false) } : undefined;
}
