import { useCallback, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { useWords } from "../i18n/vocabulary.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { Notice } from "../shell/notice.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { Bones } from "../shell/skeleton.tsx";
import { NoteForm } from "./note-form.tsx";
import { headingOf } from "./notes.ts";
import { useNote } from "./use-notes.ts";

/** The editor of a new note, over the list. */
export function NewNote() {
  const words = useWords();
  const close = useClose();
  return (
    <Dialog title={words.editor.newTitle} onClose={close}>
      {(dismiss) => (
        <>
          <PageTitle>{words.editor.newTitle}</PageTitle>
          <NoteForm note={null} isGone={false} done={dismiss} />
        </>
      )}
    </Dialog>
  );
}

/** The editor of the note that the address names, over the list. */
export function EditNote() {
  const words = useWords();
  const { id = "" } = useParams();
  const { data, error, isPending, refetch } = useNote(id);
  const [last, setLast] = useState(data);
  // Another address shows another note; one that is gone stays while somebody may be writing in it.
  if (data && data !== last) setLast(data);
  const note = data ?? (last?.id === id ? last : undefined);
  const close = useClose();
  return (
    <Dialog title={words.editor.editTitle} onClose={close}>
      {(dismiss) => {
        if (note) {
          return (
            <>
              <PageTitle>{headingOf(note, words.notes.untitled)}</PageTitle>
              <NoteForm key={note.id} note={note} isGone={data === null} done={dismiss} />
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
              text={words.unreachable}
              detail={error.message}
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

/** Back to the list: the one that the editor was opened from, or a fresh one behind a link. */
function useClose() {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const fromList = isFromList(state);
  return useCallback(() => {
    if (fromList) void navigate(-1);
    else void navigate({ pathname: "/notes", search }, { replace: true });
  }, [navigate, fromList, search]);
}

function isFromList(state: unknown): boolean {
  return typeof state === "object" && state !== null && "fromList" in state;
}
