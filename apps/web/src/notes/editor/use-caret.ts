import { useLayoutEffect, useRef, useState } from "react";
import type { Caret } from "../drafts/editor-address.ts";

/**
 * Tracks the caret in the fields of the editor. Returns props for the fields, and the last position.
 *
 * @param initial the position to restore, if any
 */
export function useCaret(initial: Caret | undefined) {
  const title = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const lastField = useRef<Caret["field"]>("title");
  const [initialCaret] = useState(initial);

  useLayoutEffect(() => {
    if (!initialCaret) return;
    const field = (initialCaret.field === "title" ? title : body).current;
    field?.focus();
    field?.setSelectionRange(initialCaret.start, initialCaret.end);
  }, [initialCaret]);

  const attributes = (field: Caret["field"]) => ({
    "data-first-focus": initialCaret?.field === field ? "" : undefined,
    onFocus: () => {
      lastField.current = field;
    },
  });
  return {
    title: { ...attributes("title"), ref: title },
    body: { ...attributes("body"), ref: body },
    hasPosition: initialCaret !== undefined,
    focusTitle: () => title.current?.focus(),
    /** Returns the last position of the caret. */
    lastCaret: (): Caret => {
      const field = (lastField.current === "title" ? title : body).current;
      return {
        field: lastField.current,
        start: field?.selectionStart ?? 0,
        end: field?.selectionEnd ?? 0,
      };
    },
  };
}
