import { type FormEvent, type ReactNode, useState } from "react";
import { Dialog } from "./dialog.tsx";
import { Failure } from "./failure.tsx";

/**
 * A dialog with a form or a question. It closes when the work succeeds. If the work fails, it stays open and shows the
 * reason.
 */
export function FormDialog({
  title,
  action,
  tone = "plain",
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string;
  /** The label of the button. */
  readonly action: string;
  readonly tone?: "plain" | "danger";
  /** @returns false if the form stays open */
  readonly onSubmit: (fields: FormData) => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog title={title} className="dialog-narrow" onClose={onClose}>
      {(close) => {
        const submit = async (event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          if (isBusy) return;
          setBusy(true);
          setError(null);
          try {
            const isDone = await onSubmit(new FormData(event.currentTarget));
            if (isDone !== false) close();
          } catch (failure) {
            setError(failure instanceof Error ? failure : new Error(String(failure)));
          }
          setBusy(false);
        };
        return (
          <form className="form" onSubmit={(event) => void submit(event)}>
            {children}
            {error && <Failure error={error} />}
            <p className="button-row form-buttons">
              <button
                type="submit"
                className={`button ${tone === "danger" ? "button-danger" : "button-primary"}`}
                aria-disabled={isBusy}
              >
                {action}
              </button>
              {tone === "danger" && (
                <button type="button" className="button" data-first-focus onClick={close}>
                  Cancel
                </button>
              )}
            </p>
          </form>
        );
      }}
    </Dialog>
  );
}
