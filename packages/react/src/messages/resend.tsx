"use client";

import { useEffect, useRef, useState } from "react";
import { Loader } from "../elements/loader.tsx";
import type { Form } from "../form/form.ts";
import { useCountdown } from "./countdown.tsx";
import { retryAfter, usualWait } from "./wait.ts";

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
      const asked = retryAfter(error);
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

/** The button that sends another message, and counts down until it may. */
export function Resend({ form: { resend, state }, pause, waitText, lang }: ResendProps) {
  const countdown = useCountdown(pause.until, waitText, lang);
  const asked = useRef(false);

  useEffect(() => {
    if (state.phase === "sending") asked.current = state.source === "resend";
    else if (state.phase === "done" && asked.current) {
      asked.current = false;
      pause.again();
    }
  });

  if (!resend) return null;
  const { onClick, disabled, children, ...button } = resend;
  return (
    <div className="portico-resend">
      <button
        {...button}
        className="portico-way"
        aria-disabled={disabled || countdown.counting}
        onClick={() => countdown.press(() => (disabled ? undefined : onClick?.()))}
      >
        {button["aria-busy"] && <Loader />}
        {children}
        {countdown.clock}
      </button>
      {countdown.said}
    </div>
  );
}
