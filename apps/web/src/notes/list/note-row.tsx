import { Link, useLocation } from "react-router";
import { useErrorText } from "../../auth/error-text.ts";
import type { Note } from "../../data/schema.ts";
import { useFormat } from "../../i18n/format.ts";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { PinIcon, TrashIcon } from "../../icons/signed-in.tsx";
import { usePerson } from "../../shell/person.tsx";
import { useSay } from "../../shell/toasts.tsx";
import { useRemoveLeftFiles } from "../attachments/left-files.ts";
import { DraftMark } from "../drafts/draft-list.tsx";
import { forgetDrafts } from "../drafts/drafts.ts";
import { headingOf } from "../queries/notes.ts";
import { useDeleteNote, usePinNote, useRestoreNote } from "../queries/use-notes.ts";

/** One note in the list. The whole row opens it; its two buttons stand on their own. */
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
          <SharedLine note={note} isOwn={isOwn} />
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

/** By whom a note is shared, or with how many. */
function SharedLine({ note, isOwn }: { note: Note; isOwn: boolean }) {
  const words = useSharingWords();
  const format = useFormat();
  const [first] = note.shares;
  if (!first) return null;
  const count = note.shares.length;
  const text = isOwn
    ? words.sharedWith(count, format.number(count))
    : words.sharedBy(first.shared_by);
  return <span className="note-shared">{text}</span>;
}

function usePin(note: Note) {
  const words = useWords();
  const say = useSay();
  const textOf = useErrorText();
  const { mutate, isPending } = usePinNote();
  return () => {
    if (isPending) return;
    mutate(note, {
      onError: (error) =>
        say({ text: `${words.notes.failed.pin} ${textOf(error)}`, tone: "danger" }),
    });
  };
}

/** Deletes at once, and offers to undo it: nobody is asked whether they are sure. */
function useRemove(note: Note) {
  const words = useWords();
  const say = useSay();
  // Promises rather than callbacks: the row is gone by the time the answers come.
  const { mutateAsync: remove } = useDeleteNote();
  const { mutateAsync: restore } = useRestoreNote();
  const removeFiles = useRemoveLeftFiles();
  const textOf = useErrorText();
  const person = usePerson();
  const heading = headingOf(note, words.notes.untitled);

  const bringBack = async () => {
    try {
      await restore(note);
      say({ text: words.notes.restored(heading) });
    } catch (error) {
      say({
        text: `${words.notes.failed.restore} ${textOf(error)}`,
        tone: "danger",
        action: { label: words.tryAgain, run: () => void bringBack() },
      });
    }
  };

  return async () => {
    try {
      await remove(note);
      say({
        text: words.notes.removed(heading),
        action: { label: words.notes.undo, run: () => void bringBack() },
        onGone: () => {
          forgetDrafts(person.id, note.id);
          void removeFiles(note.id);
        },
      });
    } catch (error) {
      say({ text: `${words.notes.failed.remove} ${textOf(error)}`, tone: "danger" });
    }
  };
}
