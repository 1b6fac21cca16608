"use client";

import { Button } from "../elements/button.tsx";
import type { Change } from "../form/use-change.ts";
import { useResend } from "./use-resend.ts";

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
  const { button, said } = useResend(change);
  return (
    <>
      <div className="portico-row">
        <Button {...button} />
        <Button onClick={change.enterAnother}>{other}</Button>
      </div>
      {said}
    </>
  );
}
