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
  const last = useRef<Caret["field"]>("title");
  const [start] = useState(initial);

  useLayoutEffect(() => {
    if (!start) return;
    const field = (start.field === "title" ? title : body).current;
    field?.focus();
    field?.setSelectionRange(start.start, start.end);
  }, [start]);

  const attributes = (field: Caret["field"]) => ({
    "data-first-focus": start?.field === field ? "" : undefined,
    onFocus: () => {
      last.current = field;
    },
  });
  return {
    title: { ...attributes("title"), ref: title },
    body: { ...attributes("body"), ref: body },
    isKnown: start !== undefined,
    focusTitle: () => title.current?.focus(),
    /** Returns the last position of the caret. */
    lastCaret: (): Caret => {
      const field = (last.current === "title" ? title : body).current;
      return {
        field: last.current,
        start: field?.selectionStart ?? 0,
        end: field?.selectionEnd ?? 0,
      };
    },
  };
}
