import { useState } from "react";
import { Link } from "react-router";
import type { Note } from "../../data/schema.ts";
import { useFormat } from "../../i18n/format.ts";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { useSay } from "../../shell/toasts.tsx";
import { headingOf } from "../queries/notes.ts";
import { useEndShares } from "../queries/use-notes.ts";
import { usePart } from "./part.tsx";
import { useForeignNotes } from "./use-invitations.ts";

/** The notes that others share with a person, of which they leave as many as they select. */
export function ForeignNotes() {
  const words = useSharingWords().invitations;
  const format = useFormat();
  const say = useSay();
  const { data } = useForeignNotes();
  const end = useEndShares();
  const part = usePart(words.notes);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (!data) return part.render(null);
  if (data.notes.length === 0) return part.render(<p className="quiet">{words.noNotes}</p>);

  const leavable = data.notes.filter(({ shares }) => shares.length > 0);
  const selected = leavable.filter(({ id }) => chosen.has(id));
  const isAll = selected.length > 0 && selected.length === leavable.length;
  const count = selected.length;

  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const leave = async () => {
    if (end.isPending) return;
    if (count === 0) return say({ text: words.selectFirst });
    try {
      await end.mutateAsync(selected.flatMap(({ shares }) => shares.map(({ id }) => id)));
      setChosen(new Set());
      part.focus();
      say({ text: words.leftMany(count, format.number(count)) });
    } catch {
      say({ text: words.notLeftMany, tone: "danger" });
    }
  };

  return part.render(
    <>
      <div className="shared-tools">
        <label className="shared-choice">
          <input
            type="checkbox"
            checked={isAll}
            onChange={({ target }) =>
              setChosen(new Set(target.checked ? leavable.map(({ id }) => id) : []))
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
        {leavable.map((note) => (
          <ForeignNote
            key={note.id}
            note={note}
            isChosen={chosen.has(note.id)}
            onChoose={(isChosen) => choose(note.id, isChosen)}
          />
        ))}
      </ul>
    </>,
  );
}

interface ForeignNoteProps {
  note: Note;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

function ForeignNote({ note, isChosen, onChoose }: ForeignNoteProps) {
  const words = useSharingWords();
  const heading = headingOf(note, useWords().notes.untitled);
  return (
    <li className="shared-note">
      <input
        type="checkbox"
        aria-label={heading}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
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
