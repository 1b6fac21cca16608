import { Link, useLocation } from "react-router";
import { useErrorText } from "../../auth/error-text.ts";
import type { Note } from "../../data/schema.ts";
import { useFormat } from "../../i18n/format.ts";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { PinIcon, TrashIcon } from "../../icons/signed-in.tsx";
import { usePerson } from "../../shell/person.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { useRemoveFilesOfNote } from "../attachments/orphaned-files.ts";
import { DraftMark } from "../drafts/draft-list.tsx";
import { forgetDrafts } from "../drafts/drafts.ts";
import { headingOf } from "../queries/notes.ts";
import { useDeleteNote, usePinNote, useRestoreNote } from "../queries/use-notes.ts";

/** A note in the list. The row is a link to the editor, except for its buttons. */
export function NoteRow({ note }: { note: Note }) {
  const words = useWords();
  const format = useFormat();
  const { search } = useLocation();
  const pin = usePin(note);
  const remove = useRemove(note);
  const heading = headingOf(note, words.notes.untitled);
  const isOwn = note.user_id === usePerson().id;
  return (
    <li className="note" data-pinned={note.pinned}>
      <div className="note-text">
        <h2>
          <Link
            to={{ pathname: `/notes/${note.id}`, search }}
            state={{ fromList: true }}
            dir="auto"
          >
            {heading}
          </Link>
        </h2>
        {note.title.trim() && note.body.trim() && (
          <p className="note-body" dir="auto">
            {note.body}
          </p>
        )}
        <p className="note-date">
          <DraftMark note={note.id} />{" "}
          <time dateTime={note.updated_at} title={format.moment(note.updated_at)}>
            {words.notes.edited(format.ago(note.updated_at))}
          </time>
          <SharingLabel note={note} isOwn={isOwn} />
        </p>
      </div>
      {isOwn && (
        <div className="note-buttons">
          <button
            type="button"
            className="icon-button"
            aria-label={note.pinned ? words.notes.unpin(heading) : words.notes.pin(heading)}
            aria-pressed={note.pinned}
            onClick={pin}
          >
            <PinIcon />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={words.notes.remove(heading)}
            onClick={remove}
          >
            <TrashIcon />
          </button>
        </div>
      )}
    </li>
  );
}

/** Shows who shares the note, or with how many others it is shared. */
function SharingLabel({ note, isOwn }: { note: Note; isOwn: boolean }) {
  const words = useSharingWords();
  const format = useFormat();
  const [firstShare] = note.shares;
  if (!firstShare) return null;
  const count = note.shares.length;
  const text = isOwn
    ? words.sharedWith(count, format.number(count))
    : words.sharedBy(firstShare.shared_by);
  return <span className="note-shared">{text}</span>;
}

function usePin(note: Note) {
  const words = useWords();
  const showToast = useShowToast();
  const textOf = useErrorText();
  const { mutate, isPending } = usePinNote();
  return () => {
    if (isPending) return;
    mutate(note, {
      onError: (error) =>
        showToast({ text: `${words.notes.failed.pin} ${textOf(error)}`, tone: "danger" }),
    });
  };
}

/** Returns a function that deletes the note without a confirmation, and offers undo in a toast. */
function useRemove(note: Note) {
  const words = useWords();
  const showToast = useShowToast();
  // mutateAsync, because callbacks of mutate do not run once the row is unmounted.
  const { mutateAsync: remove } = useDeleteNote();
  const { mutateAsync: restore } = useRestoreNote();
  const removeFiles = useRemoveFilesOfNote();
  const textOf = useErrorText();
  const person = usePerson();
  const heading = headingOf(note, words.notes.untitled);

  const restoreNote = async () => {
    try {
      await restore(note);
      showToast({ text: words.notes.restored(heading) });
    } catch (error) {
      showToast({
        text: `${words.notes.failed.restore} ${textOf(error)}`,
        tone: "danger",
        action: { label: words.tryAgain, run: () => void restoreNote() },
      });
    }
  };

  return async () => {
    try {
      await remove(note);
      showToast({
        text: words.notes.removed(heading),
        action: { label: words.notes.undo, run: () => void restoreNote() },
        onExpire: () => {
          forgetDrafts(person.id, note.id);
          void removeFiles(note.id);
        },
      });
    } catch (error) {
      showToast({ text: `${words.notes.failed.remove} ${textOf(error)}`, tone: "danger" });
    }
  };
}
