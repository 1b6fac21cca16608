import { useState } from "react";
import { Link } from "react-router";
import type { Note } from "../../data/schema.ts";
import { useFormat } from "../../i18n/format.ts";
import { useSharingTexts } from "../../i18n/sharing/sharing-texts.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { headingOf } from "../queries/notes.ts";
import { useEndShares } from "../queries/use-notes.ts";
import { useFocusableSection } from "./use-focusable-section.tsx";
import { useNotesSharedWithMe } from "./use-invitations.ts";

/** Lists the notes that others share with the user, to leave the selected ones. */
export function NotesSharedWithMe() {
  const texts = useSharingTexts().invitations;
  const format = useFormat();
  const showToast = useShowToast();
  const { data } = useNotesSharedWithMe();
  const endShares = useEndShares();
  const section = useFocusableSection(texts.notes);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  if (!data) return section.render(null);
  if (data.notes.length === 0) return section.render(<p className="quiet">{texts.noNotes}</p>);

  const notes = data.notes.filter(({ shares }) => shares.length > 0);
  const selectedNotes = notes.filter(({ id }) => selectedIds.has(id));
  const isAllSelected = selectedNotes.length > 0 && selectedNotes.length === notes.length;
  const count = selectedNotes.length;

  const select = (id: string, isSelected: boolean) => {
    const nextSelection = new Set(selectedIds);
    if (isSelected) nextSelection.add(id);
    else nextSelection.delete(id);
    setSelectedIds(nextSelection);
  };
  const leave = async () => {
    if (endShares.isPending) return;
    if (count === 0) return showToast({ text: texts.selectFirst });
    try {
      await endShares.mutateAsync(
        selectedNotes.flatMap(({ shares }) => shares.map(({ id }) => id)),
      );
      setSelectedIds(new Set());
      section.focus();
      showToast({ text: texts.leftMany(count, format.number(count)) });
    } catch {
      showToast({ text: texts.notLeftMany, tone: "danger" });
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
          {texts.all}
        </label>
        <button
          type="button"
          className="button"
          aria-disabled={endShares.isPending || count === 0}
          onClick={() => void leave()}
        >
          {count > 0 ? texts.leaveMany(count, format.number(count)) : texts.leaveNone}
        </button>
      </div>
      <ul className="shared-list" aria-label={texts.notes}>
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
  const texts = useSharingTexts();
  const heading = headingOf(note, useTexts().notes.untitled);
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
        <p className="quiet">{texts.sharedBy(note.shares[0]?.shared_by ?? texts.somebody)}</p>
      </div>
    </li>
  );
}
