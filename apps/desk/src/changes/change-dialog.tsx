import { type ReactNode, useState } from "react";
import type { SchemaChange } from "../api/schema.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Review } from "./review.tsx";

/** A change that is not applied yet. It is either complete, or has a form that completes it. */
export interface PendingChange {
  readonly title: string;
  readonly change?: SchemaChange;
  readonly form?: (onChange: (change: SchemaChange) => void) => ReactNode;
  /** Called after the change is applied. */
  readonly onApplied?: (change: SchemaChange) => void;
}

/** Shows the form of a change, then its SQL. The form stays mounted, so that going back keeps what was entered. */
export function ChangeDialog({
  pendingChange,
  onClose,
}: {
  readonly pendingChange: PendingChange;
  readonly onClose: () => void;
}) {
  const [change, setChange] = useState(pendingChange.change ?? null);
  const { form } = pendingChange;
  return (
    <Dialog title={pendingChange.title} onClose={onClose}>
      {(close) => (
        <>
          {form && <div hidden={change !== null}>{form(setChange)}</div>}
          {change && (
            <Review
              change={change}
              onBack={form && (() => setChange(null))}
              onApplied={() => {
                close();
                pendingChange.onApplied?.(change);
              }}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
