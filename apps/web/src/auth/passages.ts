import { type AuthError, isAuthRetryableFetchError } from "@supabase/auth-js";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
import { useSay } from "../shell/toasts.tsx";
import { useErrorText } from "./error-text.ts";

/**
 * What goes with somebody who leaves, by whichever tab: everything read for them, and the address
 * that they were at, so that whoever comes next starts at the beginning.
 */
export function useDepartures(person: string | undefined): void {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const before = useRef(person);
  useEffect(() => {
    const left = before.current;
    before.current = person;
    if (left === undefined || left === person) return;
    cache.clear();
    if (person === undefined) void navigate("/", { replace: true });
  }, [person, cache, navigate]);
}

/**
 * Says to somebody who is signed in what the link that they followed came to: the form would say it,
 * but they do not see the form.
 */
export function useRefusal(refusal: string | undefined, signedIn: boolean): void {
  const say = useSay();
  const navigate = useNavigate();
  const said = useRef(false);
  useEffect(() => {
    if (!refusal || !signedIn || said.current) return;
    said.current = true;
    say({ text: refusal, tone: "danger" });
    // A reload must not say it again.
    void navigate(location.pathname, { replace: true });
  }, [refusal, signedIn, say, navigate]);
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

/** Says that the new password is set, to somebody who came to set it and is now shown in. */
export function usePasswordNews(): void {
  const { recovery } = useBackend();
  const words = useWords();
  const say = useSay();
  const tell = useEffectEvent(() => say({ text: words.passwordUpdated }));
  useEffect(() => recovery.onPasswordSet(() => tell()), [recovery]);
}
