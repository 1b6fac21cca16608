import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { Icon } from "./icons.tsx";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "danger";
  readonly undo?: (() => Promise<unknown>) | undefined;
}

interface Toasts {
  /** Shows a message until the next one, with an Undo button if `undo` is given. */
  show(text: string, undo?: Toast["undo"]): void;
  fail(error: unknown): void;
}

const ToastsContext = createContext<Toasts | null>(null);

export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new Error("There is no <ToastsProvider>.");
  return toasts;
}

let lastId = 0;

/**
 * Shows the latest message at the bottom of the page. It stays until the user closes it, so that there is time to undo.
 */
export function ToastsProvider({ children }: { readonly children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null);
  const show = useCallback<Toasts["show"]>((text, undo) => {
    setToast({ id: ++lastId, text, tone: "plain", undo });
  }, []);
  const fail = useCallback<Toasts["fail"]>((error) => {
    setToast({
      id: ++lastId,
      text: error instanceof Error ? error.message : String(error),
      tone: "danger",
    });
  }, []);
  const toasts = useMemo(() => ({ show, fail }), [show, fail]);
  const undo = async () => {
    const action = toast?.undo;
    setToast(null);
    try {
      await action?.();
    } catch (error) {
      fail(error);
    }
  };
  return (
    <ToastsContext value={toasts}>
      {children}
      <div className="toasts" role="status">
        {toast && (
          <div className="toast" data-tone={toast.tone} key={toast.id}>
            <p>{toast.text}</p>
            {toast.undo && (
              <button type="button" className="button button-quiet" onClick={() => void undo()}>
                Undo
              </button>
            )}
            <button
              type="button"
              className="icon-button"
              aria-label="Dismiss"
              onClick={() => setToast(null)}
            >
              <Icon name="close" />
            </button>
          </div>
        )}
      </div>
    </ToastsContext>
  );
}
