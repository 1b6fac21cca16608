import { type RefObject, useRef } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import type { Submission } from "./submission.ts";

/**
 * Keeps the focus inside a form, or inside an element with several forms. Otherwise the focus would move to the top of
 * the page when the pressed button is disabled or removed. Focuses the invalid field, or else the previous element, or
 * else the heading.
 */
export function useRestoredFocus(
  container: RefObject<HTMLElement | null>,
  state: Submission,
): void {
  const focusedElement = useRef<HTMLElement | null>(null);

  useBrowserLayoutEffect(() => {
    const activeElement = document.activeElement;
    const isInside = container.current?.contains(activeElement);
    const isLost = activeElement === document.body;
    const previous = focusedElement.current;
    const isSending = state.phase === "sending";
    focusedElement.current = isSending && isInside ? (activeElement as HTMLElement) : null;
    if (isSending || !(isLost || isInside)) return;
    const findElement = (selector: string) =>
      container.current?.querySelector<HTMLElement>(selector);
    const invalidField = state.phase === "failed" && findElement("[aria-invalid=true]");
    if (invalidField) invalidField.focus();
    else if (isLost && previous) {
      // A remounted field is a new element with the same id.
      (document.getElementById(previous.id) ?? previous).focus();
      // The element may be disabled or removed.
      if (document.activeElement === activeElement) findElement("[tabindex='-1']")?.focus();
    }
  }, [container, state]);
}
