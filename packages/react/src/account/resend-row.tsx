"use client";

import type { Change } from "../change/use-change.ts";
import { Button } from "../elements/button.tsx";
import { useCountdown } from "../messages/countdown.tsx";
import { useAccount } from "./account.tsx";

/** The ways on from a message that does not come: another message, or another address. */
export function ResendRow({
  change,
  other,
}: {
  change: Change & {
    readonly resendAt: number;
    resend(): Promise<void>;
    readonly enterAnother: () => void;
  };
  /** The label of the button for another address. */
  other: string;
}) {
  const { lang, words } = useAccount();
  const countdown = useCountdown(change.resendAt, words.common.wait_text, lang);
  return (
    <>
      <div className="portico-row">
        <Button
          {...change.button("resend", "button")}
          aria-disabled={countdown.counting}
          onClick={() => countdown.press(() => void change.resend())}
        >
          {words.common.resend}
          {countdown.clock}
        </Button>
        <Button onClick={change.enterAnother}>{other}</Button>
      </div>
      {countdown.said}
    </>
  );
}
