import "./editor.css";
import { useCallback, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { useErrorText } from "../../auth/error-text.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { Dialog } from "../../shell/dialog.tsx";
import { Notice } from "../../shell/notice.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { SkeletonRows } from "../../shell/skeleton.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { type DraftSlot, newNote } from "../drafts/drafts.ts";
import { editorStateOf } from "../drafts/editor-address.ts";
import { useDraftSlot } from "../drafts/use-draft-slot.ts";
import { headingOf } from "../queries/notes.ts";
import { useNote } from "../queries/use-notes.ts";
import { NoteForm } from "./note-form.tsx";

/** The editor of a new note, over the list. */
export function NewNote() {
  const words = useWords();
  const { slot, refresh, startAnother } = useDraftSlot(newNote);
  const close = useClose(slot);
  const { caret } = editorStateOf(useLocation());
  return (
    <Dialog title={words.editor.newTitle} onClose={close}>
      {(dismiss) => (
        <>
          <PageTitle>{words.editor.newTitle}</PageTitle>
          <NoteForm
            key={slot.id}
            note={null}
            isGone={false}
            slot={slot}
            onWritten={refresh}
            startAnother={startAnother}
            caret={caret}
            onDone={dismiss}
          />
        </>
      )}
    </Dialog>
  );
}

const emptyNote = { title: "", body: "" };

/** The editor of the note that the address names, over the list. */
export function EditNote() {
  const words = useWords();
  const { id = "" } = useParams();
  const { data, error, isPending, refetch } = useNote(id);
  const [last, setLast] = useState(data);
  // A note that was deleted stays in the editor, because the user may be writing in it.
  if (data && data !== last) setLast(data);
  const note = data ?? (last?.id === id ? last : undefined);
  const textOf = useErrorText();
  const { slot, refresh } = useDraftSlot(id);
  // A draft of a deleted note can be saved as a new note.
  const [orphanedSlot, setOrphanedSlot] = useState<string>();
  if (data === null && !note && slot.draft && orphanedSlot !== slot.id) setOrphanedSlot(slot.id);
  const close = useClose(slot);
  const { caret } = editorStateOf(useLocation());
  return (
    <Dialog title={words.editor.editTitle} onClose={close}>
      {(dismiss) => {
        if (note || orphanedSlot === slot.id) {
          return (
            <>
              <PageTitle>{headingOf(note ?? emptyNote, words.notes.untitled)}</PageTitle>
              <NoteForm
                key={slot.id}
                note={note ?? null}
                isGone={data === null}
                slot={slot}
                onWritten={refresh}
                caret={caret}
                onDone={dismiss}
              />
            </>
          );
        }
        if (isPending) return <SkeletonRows rows={2} />;
        if (error) {
          return (
            <Notice
              level={2}
              role="alert"
              title={words.editor.failedTitle}
              text={textOf(error)}
              action={{ label: words.tryAgain, run: () => void refetch() }}
            />
          );
        }
        return (
          <Notice
            level={2}
            title={words.editor.missingTitle}
            text={words.editor.missingText}
            action={{ label: words.close, run: dismiss }}
          />
        );
      }}
    </Dialog>
  );
}

/** Returns a function that goes back to the list. A draft stays, and a toast says so. */
function useClose(slot: DraftSlot) {
  const navigate = useNavigate();
  const showToast = useShowToast();
  const { kept } = useWords().editor;
  const location = useLocation();
  const { search } = location;
  const { fromList } = editorStateOf(location);
  return useCallback(() => {
    if (slot.draft) showToast({ text: kept });
    if (fromList) void navigate(-1);
    else void navigate({ pathname: "/notes", search }, { replace: true });
  }, [navigate, fromList, search, slot, showToast, kept]);
}
