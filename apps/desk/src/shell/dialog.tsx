import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "./icons.tsx";

/**
 * A modal dialog. Escape closes it, and the focus returns to where it was. It starts on the element with
 * `data-first-focus`, else on the title.
 */
export function Dialog({
  title,
  className = "",
  onClose,
  children,
}: {
  readonly title: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: (close: () => void) => ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const first = element?.querySelector<HTMLElement>("[data-first-focus]") ?? heading.current;
    first?.focus();
    // Removing an open dialog does not return the focus; closing it does.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={id}
      onClose={(event) => {
        // The event is asynchronous: in the meantime the dialog may be open again.
        if (event.target === dialog.current && !dialog.current.open) onClose();
      }}
    >
      <header className="dialog-top">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div className="dialog-body">{children(close)}</div>
    </dialog>
  );
}
