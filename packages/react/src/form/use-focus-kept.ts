import { type RefObject, useRef } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import type { Submission } from "./submission.ts";

/**
 * Keeps a keyboard in its place: a button that is disabled loses the focus, and after a failed
 * attempt one would start again at the top of the page. A field at fault takes the focus instead.
 */
export function useFocusKept(form: RefObject<HTMLFormElement | null>, state: Submission): void {
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
