import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useTexts } from "../i18n/translations.tsx";
import { CrossIcon } from "../icons/icons.tsx";

/**
 * A modal dialog. Escape closes it, and the focus returns to where it was before. It starts on the element with
 * `data-first-focus`, else on the title. `onClose` runs once, however the dialog was closed.
 */
export function Dialog(props: {
  title: string;
  onClose: () => void;
  children: (dismiss: () => void) => ReactNode;
}) {
  const texts = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = useId();
  const dismiss = () => dialog.current?.close();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // By default, the browser would focus the close button.
    const focusTarget =
      element?.querySelector<HTMLElement>("[data-first-focus]") ?? heading.current;
    focusTarget?.focus();
    // Removing an open dialog does not return the focus; closing it does.
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={title}
      onClose={(event) => {
        // The event is asynchronous, so the dialog can be open again by now.
        if (event.target === dialog.current && !dialog.current.open) props.onClose();
      }}
    >
      <header className="dialog-top">
        <h2 id={title} ref={heading} tabIndex={-1}>
          {props.title}
        </h2>
        <button
          type="button"
          className="icon-button"
          aria-label={texts.close}
          onClick={() => dismiss()}
        >
          <CrossIcon />
        </button>
      </header>
      {props.children(dismiss)}
    </dialog>
  );
}
