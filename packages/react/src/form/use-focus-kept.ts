import { type RefObject, useRef } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import type { Submission } from "./submission.ts";

/**
 * Keeps the focus inside a form, or a part with several: a button that is disabled while it sends, or gone afterwards,
 * would drop it to the top of the page. It goes to the field at fault, else back, else to the part's heading.
 */
export function useFocusKept(part: RefObject<HTMLElement | null>, state: Submission): void {
  const held = useRef<HTMLElement | null>(null);

  useBrowserLayoutEffect(() => {
    const active = document.activeElement;
    const inside = part.current?.contains(active);
    const lost = active === document.body;
    const before = held.current;
    const isSending = state.phase === "sending";
    held.current = isSending && inside ? (active as HTMLElement) : null;
    if (isSending || !(lost || inside)) return;
    const find = (selector: string) => part.current?.querySelector<HTMLElement>(selector);
    const wrong = state.phase === "failed" && find("[aria-invalid=true]");
    if (wrong) wrong.focus();
    else if (lost && before) {
      // A field that was rendered again with its saved value has another element, and the same id.
      (document.getElementById(before.id) ?? before).focus();
      // It may be disabled or gone.
      if (document.activeElement === active) find("[tabindex='-1']")?.focus();
    }
  }, [part, state]);
}
