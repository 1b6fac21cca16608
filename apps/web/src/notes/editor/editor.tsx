import "./editor.css";
import { useCallback, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { useErrorText } from "../../auth/error-text.ts";
import { useTexts } from "../../i18n/translations.tsx";
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
  const texts = useTexts();
  const { slot, refresh, startAnother } = useDraftSlot(newNote);
  const close = useClose(slot);
  const { caret } = editorStateOf(useLocation());
  return (
    <Dialog title={texts.editor.newTitle} onClose={close}>
      {(dismiss) => (
        <>
          <PageTitle>{texts.editor.newTitle}</PageTitle>
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
  const texts = useTexts();
  const { id = "" } = useParams();
  const { data, error, isPending, refetch } = useNote(id);
  const [lastNote, setLastNote] = useState(data);
  // Keep a deleted note in the editor, because the user may be writing in it.
  if (data && data !== lastNote) setLastNote(data);
  const note = data ?? (lastNote?.id === id ? lastNote : undefined);
  const textOf = useErrorText();
  const { slot, refresh } = useDraftSlot(id);
  // A draft of a deleted note can be saved as a new note.
  const [orphanedSlot, setOrphanedSlot] = useState<string>();
  if (data === null && !note && slot.draft && orphanedSlot !== slot.id) setOrphanedSlot(slot.id);
  const close = useClose(slot);
  const { caret } = editorStateOf(useLocation());
  return (
    <Dialog title={texts.editor.editTitle} onClose={close}>
      {(dismiss) => {
        if (note || orphanedSlot === slot.id) {
          return (
            <>
              <PageTitle>{headingOf(note ?? emptyNote, texts.notes.untitled)}</PageTitle>
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
              title={texts.editor.failedTitle}
              text={textOf(error)}
              action={{ label: texts.tryAgain, run: () => void refetch() }}
            />
          );
        }
        return (
          <Notice
            level={2}
            title={texts.editor.missingTitle}
            text={texts.editor.missingText}
            action={{ label: texts.close, run: dismiss }}
          />
        );
      }}
    </Dialog>
  );
}

/** Returns a function that goes back to the list. If there is a draft, a toast says that it is kept. */
function useClose(slot: DraftSlot) {
  const navigate = useNavigate();
  const showToast = useShowToast();
  const { kept: draftKeptText } = useTexts().editor;
  const location = useLocation();
  const { search } = location;
  const { fromList } = editorStateOf(location);
  return useCallback(() => {
    if (slot.draft) showToast({ text: draftKeptText });
    if (fromList) void navigate(-1);
    else void navigate({ pathname: "/notes", search }, { replace: true });
  }, [navigate, fromList, search, slot, showToast, draftKeptText]);
}
