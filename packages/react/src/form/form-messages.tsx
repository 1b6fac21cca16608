"use client";

import type { ReactNode } from "react";
import { Message } from "../elements/message.tsx";
import type { Form } from "./form.ts";
import { useScrollIntoView } from "./use-scroll-into-view.ts";

interface FormMessagesProps {
  form: Pick<Form, "alert" | "state" | "status">;
  /** The actions that the message offers. */
  children?: ReactNode;
}

/**
 * Renders the messages of a form, below the button that was pressed. Both live regions are rendered while they are
 * empty, because screen readers do not announce a region that appears with its content.
 */
export function FormMessages({ form: { alert, state, status }, children }: FormMessagesProps) {
  const element = useScrollIntoView(status.children ?? alert.children);
  const { code, message: original }: { code?: unknown; message?: string } = Object(
    state.phase === "failed" && state.error,
  );

  return (
    <div ref={element} className="portico-said">
      <div {...status}>{status.children && <Message>{status.children}</Message>}</div>
      <div {...alert}>
        {alert.children && (
          // If the message is translated, the tooltip shows the server's original, for support requests.
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
