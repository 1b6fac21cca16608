"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Loader } from "../../elements/loader.tsx";
import type { Form } from "../../form/form.ts";
import { template } from "../../i18n/words.ts";
import { usualWait, waitAsked } from "./wait.ts";

/** When a message may be asked for again, and what moves that moment. */
export interface Pause {
  /** In milliseconds since 1970. */
  readonly until: number;
  /** Heeds an error of the server that says how long to wait. */
  heed(error: unknown): void;
  /** Counts anew, from now. */
  again(): void;
}

/**
 * The pause after a message.
 *
 * @param since when the first was sent, in milliseconds since 1970
 * @param wait how long to wait after each, in seconds
 */
export function usePause(since: number, wait = usualWait): Pause {
  const [until, setUntil] = useState(since + wait * 1000);
  const rest = (seconds: number) => setUntil(Date.now() + seconds * 1000);
  return {
    until,
    heed(error) {
      const asked = waitAsked(error);
      if (asked !== undefined) rest(asked);
    },
    again: () => rest(wait),
  };
}

interface ResendProps {
  /** The form whose `resend` it is. */
  form: Form;
  pause: Pause;
  /** "You can send it again {{when}}." */
  waitText: string;
  lang: string | undefined;
}

/**
 * The button that sends another message, and counts down until it may. Nothing is spoken while it
 * counts; who presses too early is told how long it takes. It stays focusable meanwhile.
 */
export function Resend({ form: { resend, state }, pause, waitText, lang }: ResendProps) {
  const left = useSecondsUntil(pause.until);
  const [early, setEarly] = useState("");
  const asked = useRef(false);
  const id = useId();

  useEffect(() => {
    if (state.phase === "sending") asked.current = state.source === "resend";
    else if (state.phase === "done" && asked.current) {
      asked.current = false;
      pause.again();
    }
  });
  useEffect(() => {
    if (left === 0) setEarly("");
  }, [left]);

  if (!resend) return null;
  const { onClick, disabled, children, ...button } = resend;
  return (
    <div className="portico-resend">
      <button
        {...button}
        className="portico-way"
        aria-disabled={disabled || left > 0}
        onClick={() => {
          if (left === 0) return disabled ? undefined : onClick?.();
          const when = new Intl.RelativeTimeFormat(lang ?? pageLanguage()).format(left, "second");
          setEarly(template(waitText, { when }));
        }}
      >
        {button["aria-busy"] && <Loader />}
        {children}
        {left > 0 && (
          <span className="portico-countdown" aria-hidden="true">
            {`${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`}
          </span>
        )}
      </button>
      <span id={id} className="portico-text" role="status">
        {early}
      </span>
    </div>
  );
}

function pageLanguage(): string | undefined {
  return document.documentElement.lang || undefined;
}

/** The whole seconds until a moment, counted down. */
function useSecondsUntil(until: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
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
