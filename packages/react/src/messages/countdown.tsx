"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { languageFor, written } from "../i18n/format.ts";
import { template } from "../i18n/words.ts";

/** The parts of a button that counts down until it may be pressed. */
export interface Countdown {
  /** True when it is too early. The button says so by `aria-disabled`: it stays focusable meanwhile. */
  readonly counting: boolean;
  /** Does it, or tells who presses too early how long it takes. */
  press(go: () => void): void;
  /** Stands in the button. Nothing is spoken while it counts. */
  readonly clock: ReactNode;
  /** Stands beside it: what is told. */
  readonly said: ReactNode;
}

/**
 * Counts down to a moment.
 *
 * @param until in milliseconds since 1970
 * @param waitText "You can send it again {{when}}."
 */
export function useCountdown(until: number, waitText: string, lang: string | undefined): Countdown {
  const left = useSecondsUntil(until);
  const [early, setEarly] = useState("");

  useEffect(() => {
    if (left === 0) setEarly("");
  }, [left]);

  return {
    counting: left > 0,
    press(go) {
      if (left === 0) return go();
      const when = new Intl.RelativeTimeFormat(languageFor(lang)).format(left, "second");
      setEarly(template(waitText, { when }));
    },
    clock: left > 0 && (
      <span className="portico-countdown" aria-hidden="true">
        {`${written(Math.floor(left / 60), lang)}:${written(left % 60, lang, 2)}`}
      </span>
    ),
    said: (
      <span className="portico-text" role="status">
        {early}
      </span>
    ),
  };
}

/**
 * The whole seconds until a moment, counted down by the clock: a tab that slept is not behind. A
 * server knows none, and they are there before the first paint in the browser.
 *
 * @param until in milliseconds since 1970
 */
export function useSecondsUntil(until: number): number {
  const [left, setLeft] = useState(0);
  useBrowserLayoutEffect(() => {
    const count = () => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(count, 1000);
    count();
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
