"use client";

import { type ReactNode, useId, useRef } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";

interface SignInAgainProps {
  /** The title of the dialog. */
  title: string;
  /** Says it to the eye as well, with a sentence; without one the view inside has a heading. */
  text: string | undefined;
  /** The address of the user whose session ended, to be filled in. */
  email: string | undefined;
  /** The label of the button that gives the session up. */
  leave: string;
  onLeave: () => void;
  lang: string | undefined;
  children: ReactNode;
}

/**
 * Asks to sign in again, above the application that stands still. A modal `<dialog>`: everything else
 * is inert to the keyboard, the pointer and assistive technology
 * (https://html.spec.whatwg.org/multipage/interaction.html#modal-dialogs-and-inert-subtrees).
 */
export function SignInAgain(props: SignInAgainProps) {
  const { title, text, email, leave, onLeave, lang, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    const [known, secret] = ["email", "password"].map((name) =>
      element.querySelector<HTMLInputElement>(`input[name=${name}]`),
    );
    if (known && !known.value && email) known.value = email;
    const first = known?.value ? secret : known;
    const field = first ?? element.querySelector<HTMLElement>("input:not([hidden])");
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
      // There is nothing behind it to go back to without a session.
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
          {leave}
        </button>
      </div>
    </dialog>
  );
}
