import { type ReactNode, useState } from "react";
import type { SchemaChange } from "../api/schema.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Review } from "./review.tsx";

/** A change that a person has begun: one that is complete, or the form for its parts. */
export interface BegunChange {
  readonly title: string;
  readonly change?: SchemaChange;
  readonly form?: (onChange: (change: SchemaChange) => void) => ReactNode;
  /** Called after the change was applied. */
  readonly onApplied?: (change: SchemaChange) => void;
}

/** The form of a change, and then its SQL. The form keeps what was entered, for the way back. */
export function ChangeDialog({
  begun,
  onClose,
}: {
  readonly begun: BegunChange;
  readonly onClose: () => void;
}) {
  const [change, setChange] = useState(begun.change ?? null);
  const { form } = begun;
  return (
    <Dialog title={begun.title} onClose={onClose}>
      {(close) => (
        <>
          {form && <div hidden={change !== null}>{form(setChange)}</div>}
          {change && (
            <Review
              change={change}
              onBack={form && (() => setChange(null))}
              onApplied={() => {
                close();
                begun.onApplied?.(change);
              }}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
