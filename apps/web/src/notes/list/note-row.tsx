import { Link, useLocation } from "react-router";
import { useErrorText } from "../../auth/error-text.ts";
import type { Note } from "../../data/schema.ts";
import { useFormat } from "../../i18n/format.ts";
import { useSharingTexts } from "../../i18n/sharing/sharing-texts.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { PinIcon, TrashIcon } from "../../icons/signed-in.tsx";
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { useRemoveFilesOfNote } from "../attachments/orphaned-files.ts";
import { DraftMark } from "../drafts/draft-list.tsx";
import { removeDrafts } from "../drafts/drafts.ts";
import { headingOf } from "../queries/notes.ts";
import { useDeleteNote, usePinNote, useRestoreNote } from "../queries/use-notes.ts";

/** A note in the list. The row is a link to the editor, except for its buttons. */
export function NoteRow({ note }: { note: Note }) {
  const texts = useTexts();
  const format = useFormat();
  const { search } = useLocation();
  const pin = usePin(note);
  const remove = useRemove(note);
  const heading = headingOf(note, texts.notes.untitled);
  const isOwner = note.user_id === useSignedInUser().id;
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
            {texts.notes.edited(format.ago(note.updated_at))}
          </time>
          <SharingLabel note={note} isOwner={isOwner} />
        </p>
      </div>
      {isOwner && (
        <div className="note-buttons">
          <button
            type="button"
            className="icon-button"
            aria-label={note.pinned ? texts.notes.unpin(heading) : texts.notes.pin(heading)}
            aria-pressed={note.pinned}
            onClick={pin}
          >
            <PinIcon />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={texts.notes.remove(heading)}
            onClick={remove}
          >
            <TrashIcon />
          </button>
        </div>
      )}
    </li>
  );
}

/** Shows who shares the note with the user, or how many others the user shares it with. */
function SharingLabel({ note, isOwner }: { note: Note; isOwner: boolean }) {
  const texts = useSharingTexts();
  const format = useFormat();
  const [firstShare] = note.shares;
  if (!firstShare) return null;
  const count = note.shares.length;
  const text = isOwner
    ? texts.sharedWith(count, format.number(count))
    : texts.sharedBy(firstShare.shared_by);
  return <span className="note-shared">{text}</span>;
}

function usePin(note: Note) {
  const texts = useTexts();
  const showToast = useShowToast();
  const textOf = useErrorText();
  const { mutate, isPending } = usePinNote();
  return () => {
    if (isPending) return;
    mutate(note, {
      onError: (error) =>
        showToast({ text: `${texts.notes.failed.pin} ${textOf(error)}`, tone: "danger" }),
    });
  };
}

/** Returns a function that deletes the note without a confirmation, and offers undo in a toast. */
function useRemove(note: Note) {
  const texts = useTexts();
  const showToast = useShowToast();
  // Uses mutateAsync because the callbacks of mutate do not run once the row is unmounted.
  const { mutateAsync: remove } = useDeleteNote();
  const { mutateAsync: restore } = useRestoreNote();
  const removeFiles = useRemoveFilesOfNote();
  const textOf = useErrorText();
  const user = useSignedInUser();
  const heading = headingOf(note, texts.notes.untitled);

  const restoreNote = async () => {
    try {
      await restore(note);
      showToast({ text: texts.notes.restored(heading) });
    } catch (error) {
      showToast({
        text: `${texts.notes.failed.restore} ${textOf(error)}`,
        tone: "danger",
        action: { label: texts.tryAgain, run: () => void restoreNote() },
      });
    }
  };

  return async () => {
    try {
      await remove(note);
      showToast({
        text: texts.notes.removed(heading),
        action: { label: texts.notes.undo, run: () => void restoreNote() },
        onExpire: () => {
          removeDrafts(user.id, note.id);
          void removeFiles(note.id);
        },
      });
    } catch (error) {
      showToast({ text: `${texts.notes.failed.remove} ${textOf(error)}`, tone: "danger" });
    }
  };
}
