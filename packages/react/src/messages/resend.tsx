"use client";

import { useEffect, useRef, useState } from "react";
import { Loader } from "../elements/loader.tsx";
import type { Form } from "../form/form.ts";
import { useCountdown } from "./countdown.tsx";
import { defaultWaitSeconds, retryAfterSeconds } from "./wait.ts";

/** The time before another message can be requested. */
export interface Cooldown {
  /** The end of the cooldown, in milliseconds since 1970. */
  readonly endMs: number;
  /** Extends the cooldown if a server error contains a time to wait. */
  extend(error: unknown): void;
  /** Starts the cooldown again. */
  restart(): void;
}

/**
 * Returns the cooldown after a message.
 *
 * @param sentAtMs the time at which the first message was sent, in milliseconds since 1970
 * @param wait the length of the cooldown, in seconds
 */
export function useCooldown(sentAtMs: number, wait = defaultWaitSeconds): Cooldown {
  const [endMs, setEndMs] = useState(sentAtMs + wait * 1000);
  const start = (seconds: number) => setEndMs(Date.now() + seconds * 1000);
  return {
    endMs,
    extend(error) {
      const seconds = retryAfterSeconds(error);
      if (seconds !== undefined) start(seconds);
    },
    restart: () => start(wait),
  };
}

interface ResendProps {
  /** The form whose `resend` button it renders. */
  form: Form;
  cooldown: Cooldown;
  /** The announcement if the button is pressed during the countdown: "You can request another one {{when}}." */
  waitText: string;
  lang: string | undefined;
}

/** Renders the button that sends another message, with a countdown until it can be pressed. */
export function Resend({ form: { resend, state }, cooldown, waitText, lang }: ResendProps) {
  const countdown = useCountdown(cooldown.endMs, waitText, lang);
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
        aria-disabled={disabled || countdown.isCounting}
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
