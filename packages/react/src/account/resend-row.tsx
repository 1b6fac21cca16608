"use client";

import { Button } from "../elements/button.tsx";
import type { Change } from "../form/use-change.ts";
import { useResend } from "./use-resend.ts";

/** Renders the buttons for a message that did not arrive: one sends it again, the other asks for another address. */
export function ResendRow({
  change,
  other,
}: {
  change: Change & {
    readonly resendAt: number;
    resend(): Promise<void>;
    readonly enterAnother: () => void;
  };
  /** The label of the button to enter another address. */
  other: string;
}) {
  const { button, hint } = useResend(change);
  return (
    <>
      <div className="portico-row">
        <Button {...button} />
        <Button onClick={change.enterAnother}>{other}</Button>
      </div>
      {hint}
    </>
  );
}
