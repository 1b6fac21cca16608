"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { formatNumber, languageFor } from "../i18n/format.ts";
import { template } from "../i18n/words.ts";

/** The parts of a button that counts down until it can be pressed. */
export interface Countdown {
  /** True while the button cannot be pressed. Use `aria-disabled`, so that it remains focusable. */
  readonly counting: boolean;
  /** Calls the function, or announces the remaining time if it is too early. */
  press(go: () => void): void;
  /** The remaining time, inside the button. Screen readers do not announce it. */
  readonly clock: ReactNode;
  /** The announcement for a button that is pressed too early, next to the button. */
  readonly hint: ReactNode;
}

/**
 * Counts down to a point in time.
 *
 * @param until in milliseconds since 1970
 * @param waitText "You can send it again {{when}}."
 */
export function useCountdown(until: number, waitText: string, lang: string | undefined): Countdown {
  const secondsLeft = useSecondsUntil(until);
  const [hint, setHint] = useState("");

  useEffect(() => {
    if (secondsLeft === 0) setHint("");
  }, [secondsLeft]);

  return {
    counting: secondsLeft > 0,
    press(go) {
      if (secondsLeft === 0) return go();
      const when = new Intl.RelativeTimeFormat(languageFor(lang)).format(secondsLeft, "second");
      setHint(template(waitText, { when }));
    },
    clock: secondsLeft > 0 && (
      <span className="portico-countdown" aria-hidden="true">
        {`${formatNumber(Math.floor(secondsLeft / 60), lang)}:${formatNumber(secondsLeft % 60, lang, 2)}`}
      </span>
    ),
    hint: (
      <span className="portico-text" role="status">
        {hint}
      </span>
    ),
  };
}

/**
 * Returns the whole seconds until a point in time. They are computed from the clock, so a suspended tab does not fall
 * behind. 0 on a server; the browser computes them before the first paint.
 *
 * @param until in milliseconds since 1970
 */
export function useSecondsUntil(until: number): number {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useBrowserLayoutEffect(() => {
    const count = () => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setSecondsLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(count, 1000);
    count();
    return () => clearInterval(timer);
  }, [until]);
  return secondsLeft;
}
