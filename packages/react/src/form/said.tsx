"use client";

import type { ReactNode } from "react";
import { Message } from "../elements/message.tsx";
import type { Form } from "./form.ts";
import { useSeen } from "./use-seen.ts";

interface SaidProps {
  form: Pick<Form, "alert" | "state" | "status">;
  /** The ways on from what is said. */
  children?: ReactNode;
}

/**
 * The messages of a form, directly under the button that was pressed. Both regions are there before they
 * have something to say: only then is it announced.
 */
export function Said({ form: { alert, state, status }, children }: SaidProps) {
  const place = useSeen(status.children ?? alert.children);
  const { code, message: original }: { code?: unknown; message?: string } = Object(
    state.phase === "failed" && state.error,
  );

  return (
    <div ref={place} className="portico-said">
      <div {...status}>{status.children && <Message>{status.children}</Message>}</div>
      <div {...alert}>
        {alert.children && (
          // In another language, the server's own words are at hand for a support request. Errors of others have no code.
          <Message
            color="danger"
            title={code && original !== alert.children ? original : undefined}
          >
            {alert.children}
          </Message>
        )}
      </div>
      {children}
    </div>
  );
}
