"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { formatNumber, languageFor } from "../i18n/format.ts";
import { template } from "../i18n/words.ts";

/** The parts of a button that is unavailable until its countdown ends. */
export interface Countdown {
  /** True during the countdown. Use `aria-disabled` rather than `disabled`, so that the button remains focusable. */
  readonly isCounting: boolean;
  /** Calls the action, or announces the remaining time during the countdown. */
  press(action: () => void): void;
  /** The remaining time, inside the button. Screen readers do not announce it. */
  readonly clock: ReactNode;
  /** The announcement if the button is pressed during the countdown. Render it next to the button. */
  readonly hint: ReactNode;
}

/**
 * Counts down to a time.
 *
 * @param endMs the time in milliseconds since 1970
 * @param waitText "You can send it again {{when}}."
 */
export function useCountdown(endMs: number, waitText: string, lang: string | undefined): Countdown {
  const secondsLeft = useSecondsUntil(endMs);
  const [hint, setHint] = useState("");

  useEffect(() => {
    if (secondsLeft === 0) setHint("");
  }, [secondsLeft]);

  return {
    isCounting: secondsLeft > 0,
    press(action) {
      if (secondsLeft === 0) return action();
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
 * Returns the whole seconds until a time, or 0 on a server. The browser updates them before the first paint, and
 * computes them from the clock, so that a suspended tab does not fall behind.
 *
 * @param endMs the time in milliseconds since 1970
 */
export function useSecondsUntil(endMs: number): number {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useBrowserLayoutEffect(() => {
    const update = () => {
      const seconds = Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
      setSecondsLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(update, 1000);
    update();
    return () => clearInterval(timer);
  }, [endMs]);
  return secondsLeft;
}
