import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "./icons.tsx";

/**
 * A modal dialog. Escape closes it, and the focus returns to the element that had it before. Focuses the element with
 * `data-first-focus` when it opens, or else the title.
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
    const focusTarget =
      element?.querySelector<HTMLElement>("[data-first-focus]") ?? heading.current;
    focusTarget?.focus();
    // The browser returns the focus when a dialog closes, but not when an open one is removed from the page.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={id}
      onClose={(event) => {
        // The close event is asynchronous, so the dialog can be open again by the time the event arrives.
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
