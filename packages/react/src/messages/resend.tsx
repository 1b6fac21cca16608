"use client";

import { useEffect, useRef, useState } from "react";
import { Loader } from "../elements/loader.tsx";
import type { Form } from "../form/form.ts";
import { useCountdown } from "./countdown.tsx";
import { defaultWaitSeconds, retryAfter } from "./wait.ts";

/** The time before another message can be requested. */
export interface Cooldown {
  /** The end of the cooldown, in milliseconds since 1970. */
  readonly until: number;
  /** Extends the cooldown if an error of the server says how long to wait. */
  extend(error: unknown): void;
  /** Starts the cooldown again. */
  restart(): void;
}

/**
 * Returns the cooldown after a message.
 *
 * @param since when the first message was sent, in milliseconds since 1970
 * @param wait the length of the cooldown, in seconds
 */
export function useCooldown(since: number, wait = defaultWaitSeconds): Cooldown {
  const [until, setUntil] = useState(since + wait * 1000);
  const startFor = (seconds: number) => setUntil(Date.now() + seconds * 1000);
  return {
    until,
    extend(error) {
      const seconds = retryAfter(error);
      if (seconds !== undefined) startFor(seconds);
    },
    restart: () => startFor(wait),
  };
}

interface ResendProps {
  /** The form whose `resend` button it renders. */
  form: Form;
  cooldown: Cooldown;
  /** The announcement for a button that is pressed too early: "You can request another one {{when}}." */
  waitText: string;
  lang: string | undefined;
}

/** Renders the button that sends another message, and counts down until it can be pressed. */
export function Resend({ form: { resend, state }, cooldown, waitText, lang }: ResendProps) {
  const countdown = useCountdown(cooldown.until, waitText, lang);
  const isResending = useRef(false);

  useEffect(() => {
    if (state.phase === "sending") isResending.current = state.source === "resend";
    else if (state.phase === "done" && isResending.current) {
      isResending.current = false;
      cooldown.restart();
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
      {countdown.hint}
    </div>
  );
}
