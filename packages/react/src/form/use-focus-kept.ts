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
    const inside = form.current?.contains(active);
    const lost = active === document.body;
    const before = held.current;
    held.current = null;
    if (state.phase === "sending") {
      if (inside && active instanceof HTMLElement) held.current = active;
    } else if (lost || inside) {
      const wrong =
        state.phase === "failed" && form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
      (wrong || (lost ? before : null))?.focus();
    }
  }, [form, state]);
}
