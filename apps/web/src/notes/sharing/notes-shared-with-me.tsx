import { useState } from "react";
import { Link } from "react-router";
import type { Note } from "../../data/schema.ts";
import { useFormat } from "../../i18n/format.ts";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { headingOf } from "../queries/notes.ts";
import { useEndShares } from "../queries/use-notes.ts";
import { useFocusableSection } from "./use-focusable-section.tsx";
import { useNotesSharedWithMe } from "./use-invitations.ts";

/** Lists the notes that others share with the user, to leave the selected ones. */
export function NotesSharedWithMe() {
  const words = useSharingWords().invitations;
  const format = useFormat();
  const showToast = useShowToast();
  const { data } = useNotesSharedWithMe();
  const end = useEndShares();
  const section = useFocusableSection(words.notes);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  if (!data) return section.render(null);
  if (data.notes.length === 0) return section.render(<p className="quiet">{words.noNotes}</p>);

  const notes = data.notes.filter(({ shares }) => shares.length > 0);
  const selected = notes.filter(({ id }) => selectedIds.has(id));
  const isAllSelected = selected.length > 0 && selected.length === notes.length;
  const count = selected.length;

  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selectedIds);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelectedIds(next);
  };
  const leave = async () => {
    if (end.isPending) return;
    if (count === 0) return showToast({ text: words.selectFirst });
    try {
      await end.mutateAsync(selected.flatMap(({ shares }) => shares.map(({ id }) => id)));
      setSelectedIds(new Set());
      section.focus();
      showToast({ text: words.leftMany(count, format.number(count)) });
    } catch {
      showToast({ text: words.notLeftMany, tone: "danger" });
    }
  };

  return section.render(
    <>
      <div className="shared-tools">
        <label className="shared-choice">
          <input
            type="checkbox"
            checked={isAllSelected}
            onChange={({ target }) =>
              setSelectedIds(new Set(target.checked ? notes.map(({ id }) => id) : []))
            }
          />
          {words.all}
        </label>
        <button
          type="button"
          className="button"
          aria-disabled={end.isPending || count === 0}
          onClick={() => void leave()}
        >
          {count > 0 ? words.leaveMany(count, format.number(count)) : words.leaveNone}
        </button>
      </div>
      <ul className="shared-list" aria-label={words.notes}>
        {notes.map((note) => (
          <SharedNoteRow
            key={note.id}
            note={note}
            isSelected={selectedIds.has(note.id)}
            onSelect={(isSelected) => select(note.id, isSelected)}
          />
        ))}
      </ul>
    </>,
  );
}

interface SharedNoteRowProps {
  note: Note;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

function SharedNoteRow({ note, isSelected, onSelect }: SharedNoteRowProps) {
  const words = useSharingWords();
  const heading = headingOf(note, useWords().notes.untitled);
  return (
    <li className="shared-note">
      <input
        type="checkbox"
        aria-label={heading}
        checked={isSelected}
        onChange={({ target }) => onSelect(target.checked)}
      />
      <div>
        <Link to={`/notes/${note.id}`} dir="auto">
          {heading}
        </Link>
        <p className="quiet">{words.sharedBy(note.shares[0]?.shared_by ?? words.somebody)}</p>
      </div>
    </li>
  );
}
