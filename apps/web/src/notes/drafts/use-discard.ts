import { useLocation, useNavigate } from "react-router";
import { hasKeptSession } from "../../data/kept-session.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { usePerson } from "../../shell/person.tsx";
import { useSay } from "../../shell/toasts.tsx";
import { forgetDraft, type KeptDraft, keepDraft } from "./drafts.ts";
import { type Caret, type EditorState, editorPath } from "./editor-address.ts";

interface Discarded {
  /** Where the caret was: to undo it opens the editor again. */
  readonly caret?: Caret;
  /** Brings back the files that waited for the note to be saved. */
  readonly restoreFiles?: (() => void) | undefined;
}

/** Discards unsaved text at once, and offers to undo it: nobody is asked whether they are sure. */
export function useDiscard(): (draft: KeptDraft, discarded?: Discarded) => void {
  const person = usePerson();
  const words = useWords();
  const say = useSay();
  const navigate = useNavigate();
  const { search } = useLocation();
  return (draft, { caret, restoreFiles } = {}) => {
    const bringBack = () => {
      keepDraft(person.id, draft);
      restoreFiles?.();
      // Whoever has signed out meanwhile finds it when they are back.
      if (!caret || !hasKeptSession()) return;
      const state: EditorState = { fromList: true, draft: draft.name, caret };
      void navigate({ pathname: editorPath(draft.note), search }, { state });
    };
    forgetDraft(person.id, draft);
    say({ text: words.editor.discarded, action: { label: words.notes.undo, run: bringBack } });
  };
}
