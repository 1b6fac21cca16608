import "./editor.css";
import { useCallback, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { useErrorText } from "../../auth/error-text.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { Dialog } from "../../shell/dialog.tsx";
import { Notice } from "../../shell/notice.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { Bones } from "../../shell/skeleton.tsx";
import { useSay } from "../../shell/toasts.tsx";
import { type DraftSlot, newNote } from "../drafts/drafts.ts";
import { editorStateOf } from "../drafts/editor-address.ts";
import { useDraftSlot } from "../drafts/use-draft-slot.ts";
import { headingOf } from "../queries/notes.ts";
import { useNote } from "../queries/use-notes.ts";
import { NoteForm } from "./note-form.tsx";

/** The editor of a new note, over the list. */
export function NewNote() {
  const words = useWords();
  const { slot, lookAgain, startAnother } = useDraftSlot(newNote);
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
            onWritten={lookAgain}
            startAnother={startAnother}
            caret={caret}
            done={dismiss}
          />
        </>
      )}
    </Dialog>
  );
}

const nothing = { title: "", body: "" };

/** The editor of the note that the address names, over the list. */
export function EditNote() {
  const words = useWords();
  const { id = "" } = useParams();
  const { data, error, isPending, refetch } = useNote(id);
  const [last, setLast] = useState(data);
  // Another address shows another note; one that is gone stays while somebody may be writing in it.
  if (data && data !== last) setLast(data);
  const note = data ?? (last?.id === id ? last : undefined);
  const textOf = useErrorText();
  const { slot, lookAgain } = useDraftSlot(id);
  // Unsaved text of a note that is gone can be saved as a new one.
  const [orphan, setOrphan] = useState<string>();
  if (data === null && !note && slot.draft && orphan !== slot.id) setOrphan(slot.id);
  const close = useClose(slot);
  const { caret } = editorStateOf(useLocation());
  return (
    <Dialog title={words.editor.editTitle} onClose={close}>
      {(dismiss) => {
        if (note || orphan === slot.id) {
          return (
            <>
              <PageTitle>{headingOf(note ?? nothing, words.notes.untitled)}</PageTitle>
              <NoteForm
                key={slot.id}
                note={note ?? null}
                isGone={data === null}
                slot={slot}
                onWritten={lookAgain}
                caret={caret}
                done={dismiss}
              />
            </>
          );
        }
        if (isPending) return <Bones rows={2} />;
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

/**
 * Back to the list: the one that the editor was opened from, or a fresh one behind a link. Unsaved text stays, and
 * that is said.
 */
function useClose(slot: DraftSlot) {
  const navigate = useNavigate();
  const say = useSay();
  const { kept } = useWords().editor;
  const location = useLocation();
  const { search } = location;
  const { fromList } = editorStateOf(location);
  return useCallback(() => {
    if (slot.draft) say({ text: kept });
    if (fromList) void navigate(-1);
    else void navigate({ pathname: "/notes", search }, { replace: true });
  }, [navigate, fromList, search, slot, say, kept]);
}
