import { type ReactNode, type RefObject, useRef } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { Button } from "../elements/button.tsx";
import { Container } from "../elements/container.tsx";
import { anchors, type ViewType } from "../view-names.ts";
import { useCard } from "./card.ts";
import type { Submission } from "./submission.ts";

interface FormProps {
  view: ViewType;
  /** Sends what was entered; returns what to confirm, throws what to show as an error. */
  submit(fields: FormData): Promise<string | undefined>;
  button: string;
  busyButton: string;
  /** What stands under the button. */
  links?: ReactNode;
  children: ReactNode;
}

/** The form of a view: its fields, its button, and the way from the one to the other. */
export function Form({ view, submit, button, busyButton, links, children }: FormProps) {
  const { headingId, submission } = useCard();
  const form = useRef<HTMLFormElement>(null);
  const sending = submission.sending(view);
  useFocusKept(form, submission.state);

  return (
    <form
      ref={form}
      id={anchors[view]}
      // A form sent before the page's script runs must not put a password into the address.
      method="post"
      noValidate
      aria-labelledby={headingId}
      aria-busy={sending || undefined}
      onInput={submission.edit}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        void submission.run(view, () => submit(fields));
      }}
    >
      <Container gap="large">
        {children}
        <Button type="submit" color="primary" loading={sending}>
          {sending ? busyButton : button}
        </Button>
        {links && <Container className="portico-links">{links}</Container>}
      </Container>
    </form>
  );
}

/** What was entered into a field: empty when there is none. */
export function entered(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}

/**
 * Keeps a keyboard in its place: a button that is disabled loses the focus, and after a failed
 * attempt one would start again at the top of the page. A field at fault takes the focus instead.
 */
function useFocusKept(form: RefObject<HTMLFormElement | null>, state: Submission) {
  const held = useRef<HTMLElement | null>(null);

  useBrowserLayoutEffect(() => {
    const active = document.activeElement;
    const inside = form.current?.contains(active) ?? false;
    if (state.phase === "sending") {
      held.current = inside && active instanceof HTMLElement ? active : null;
      return;
    }
    const lost = active === null || active === document.body;
    if (state.phase === "failed" && (inside || lost)) {
      const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
      if (wrong) return wrong.focus();
    }
    if (lost) held.current?.focus();
    held.current = null;
  }, [form, state]);
}
