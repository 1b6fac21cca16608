import { useState } from "react";
import type { Note } from "../data/schema.ts";
import { usePerson } from "../shell/person.tsx";
import { keepDraft, keptDraft } from "./drafts.ts";
import type { Draft } from "./notes.ts";

/**
 * The text in the editor: the note's, or an unsaved draft.
 * Every change is kept in this tab until it is saved or forgotten.
 */
export function useDraft(note: Note | null) {
  const person = usePerson();
  const name = note?.id ?? "new";
  const original: Draft = {
    title: note?.title ?? "",
    body: note?.body ?? "",
    pinned: note?.pinned ?? false,
  };
  const [kept, setKept] = useState(() => keptDraft(person.id, name));
  const [draft, setDraft] = useState(kept ?? original);

  return {
    draft,
    /** True when the text shown is an unsaved draft. */
    restored: kept !== null,
    change: (part: Partial<Draft>) => {
      const next = { ...draft, ...part };
      setDraft(next);
      keepDraft(person.id, name, same(next, original) ? null : next);
    },
    /** Back to the note as it is. */
    forget: () => {
      keepDraft(person.id, name, null);
      setKept(null);
      setDraft(original);
    },
  };
}

function same(one: Draft, other: Draft): boolean {
  return one.title === other.title && one.body === other.body && one.pinned === other.pinned;
}
