import { useLayoutEffect, useRef, useState } from "react";
import type { Caret } from "../drafts/editor-address.ts";

/**
 * The caret in the fields of the editor: what to spread on them, and where it was last.
 *
 * @param first where it is put at first; undefined where that is not known
 */
export function useCaret(first: Caret | undefined) {
  const title = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const last = useRef<Caret["field"]>("title");
  const [start] = useState(first);

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
    /** Where the caret was last. */
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
