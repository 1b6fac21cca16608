import { useLocation, useNavigate } from "react-router";
import { hasStoredSession } from "../../data/stored-session.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { removeDraft, type StoredDraft, saveDraft } from "./drafts.ts";
import { type Caret, type EditorState, editorPath } from "./editor-address.ts";

interface DiscardOptions {
  /** The caret position to restore when undo reopens the editor. */
  readonly caret?: Caret;
  /** Restores the files that waited for the note to be saved. */
  readonly restoreFiles?: (() => void) | undefined;
}

/** Returns a function that discards a draft without a confirmation, and offers undo in a toast. */
export function useDiscard(): (draft: StoredDraft, options?: DiscardOptions) => void {
  const user = useSignedInUser();
  const texts = useTexts();
  const showToast = useShowToast();
  const navigate = useNavigate();
  const { search } = useLocation();
  return (draft, { caret, restoreFiles } = {}) => {
    const restore = () => {
      saveDraft(user.id, draft);
      restoreFiles?.();
      // After a sign-out, the draft is there at the next sign-in.
      if (!caret || !hasStoredSession()) return;
      const state: EditorState = { fromList: true, draft: draft.name, caret };
      void navigate({ pathname: editorPath(draft.note), search }, { state });
    };
    removeDraft(user.id, draft);
    showToast({ text: texts.editor.discarded, action: { label: texts.notes.undo, run: restore } });
  };
}
