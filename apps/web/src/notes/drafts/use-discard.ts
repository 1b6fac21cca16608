import { useLocation, useNavigate } from "react-router";
import { hasStoredSession } from "../../data/stored-session.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { usePerson } from "../../shell/person.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { forgetDraft, type KeptDraft, keepDraft } from "./drafts.ts";
import { type Caret, type EditorState, editorPath } from "./editor-address.ts";

interface Discarded {
  /** The position of the caret. Undo reopens the editor there. */
  readonly caret?: Caret;
  /** Restores the files that waited for the note to be saved. */
  readonly restoreFiles?: (() => void) | undefined;
}

/** Returns a function that discards a draft without a confirmation, and offers undo in a toast. */
export function useDiscard(): (draft: KeptDraft, discarded?: Discarded) => void {
  const person = usePerson();
  const words = useWords();
  const showToast = useShowToast();
  const navigate = useNavigate();
  const { search } = useLocation();
  return (draft, { caret, restoreFiles } = {}) => {
    const restore = () => {
      keepDraft(person.id, draft);
      restoreFiles?.();
      // After a sign-out, the draft is there at the next sign-in.
      if (!caret || !hasStoredSession()) return;
      const state: EditorState = { fromList: true, draft: draft.name, caret };
      void navigate({ pathname: editorPath(draft.note), search }, { state });
    };
    forgetDraft(person.id, draft);
    showToast({ text: words.editor.discarded, action: { label: words.notes.undo, run: restore } });
  };
}
