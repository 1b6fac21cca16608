"use client";

import { type ReactNode, useId, useRef } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";

interface SignInAgainProps {
  /** The dialog's title. */
  title: string;
  /** The text below the visible title. Without it, the content must have its own heading. */
  text: string | undefined;
  /** The e-mail address of the user whose session ended. The form starts with it. */
  email: string | undefined;
  /** The label of the button that signs out. */
  leaveLabel: string;
  onLeave: () => void;
  lang: string | undefined;
  children: ReactNode;
}

/**
 * Asks the user to sign in again, in a modal `<dialog>` above the paused application: everything outside is inert to
 * the keyboard, the pointer and assistive technology
 * (https://html.spec.whatwg.org/multipage/interaction.html#modal-dialogs-and-inert-subtrees).
 */
export function SignInAgain(props: SignInAgainProps) {
  const { title, text, email, leaveLabel, onLeave, lang, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    const [emailField, passwordField] = ["email", "password"].map((name) =>
      element.querySelector<HTMLInputElement>(`input[name=${name}]`),
    );
    if (emailField && !emailField.value && email) emailField.value = email;
    const firstField = emailField?.value ? passwordField : emailField;
    const field = firstField ?? element.querySelector<HTMLElement>("input:not([hidden])");
    (field ?? element.querySelector<HTMLElement>("[tabindex='-1']"))?.focus();
    return () => element.close();
  }, [email]);

  return (
    <dialog
      ref={dialog}
      className="portico-again portico-card"
      lang={lang}
      aria-label={title}
      aria-describedby={text && id}
      // Prevent Escape from closing the dialog: without a session, the application cannot continue.
      onCancel={(event) => event.preventDefault()}
    >
      {text && (
        <>
          <h2 className="portico-again-title">{title}</h2>
          <p id={id} className="portico-text">
            {text}
          </p>
        </>
      )}
      {children}
      <div className="portico-ways">
        <button type="button" className="portico-way" onClick={onLeave}>
          {leaveLabel}
        </button>
      </div>
    </dialog>
  );
}
