"use client";

import { createElement, Fragment, type ReactNode } from "react";
import type { Change } from "../form/use-change.ts";
import { useCountdown } from "../messages/countdown.tsx";
import { useAccount } from "./account.tsx";

/** A button that sends another message, with a countdown until it can be pressed. */
export interface Resend {
  readonly button: ReturnType<Change["button"]> & {
    readonly "aria-disabled": boolean;
    readonly children: ReactNode;
    readonly onClick: () => void;
  };
  /** The announcement if the button is pressed during the countdown. Render it next to the button. */
  readonly hint: ReactNode;
}

/** Returns the button that sends a change's message again. */
export function useResend(
  change: Pick<Change, "button"> & { readonly resendAt: number; resend(): Promise<void> },
): Resend {
  const { lang, words: texts } = useAccount();
  const countdown = useCountdown(change.resendAt, texts.common.wait_text, lang);
  return {
    button: {
      ...change.button("resend", "button"),
      "aria-disabled": countdown.isCounting,
      children: createElement(Fragment, undefined, texts.common.resend, countdown.clock),
      onClick: () => countdown.press(() => void change.resend()),
    },
    hint: countdown.hint,
  };
}
