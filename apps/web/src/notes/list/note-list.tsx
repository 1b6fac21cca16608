import type { Note } from "../../data/schema.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { NoteRow } from "./note-row.tsx";

/** A page of notes. */
export function NoteList({ notes }: { notes: readonly Note[] }) {
  const texts = useTexts();
  return (
    <ul className="note-list" aria-label={texts.notes.listLabel}>
      {notes.map((note) => (
        <NoteRow key={note.id} note={note} />
      ))}
    </ul>
  );
}
