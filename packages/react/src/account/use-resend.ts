"use client";

import { createElement, Fragment, type ReactNode } from "react";
import type { Change } from "../form/use-change.ts";
import { useCountdown } from "../messages/countdown.tsx";
import { useAccount } from "./account.tsx";

/** The button for another message, which counts down until it may be sent. */
export interface Resend {
  readonly button: ReturnType<Change["button"]> & {
    readonly "aria-disabled": boolean;
    readonly children: ReactNode;
    readonly onClick: () => void;
  };
  /** Stands beside it: what somebody is told who presses too early. */
  readonly said: ReactNode;
}

/** Sends the message of a change to an address or a number again. */
export function useResend(
  change: Pick<Change, "button"> & { readonly resendAt: number; resend(): Promise<void> },
): Resend {
  const { lang, words } = useAccount();
  const countdown = useCountdown(change.resendAt, words.common.wait_text, lang);
  return {
    button: {
      ...change.button("resend", "button"),
      "aria-disabled": countdown.counting,
      children: createElement(Fragment, undefined, words.common.resend, countdown.clock),
      onClick: () => countdown.press(() => void change.resend()),
    },
    said: countdown.said,
  };
}
