import type { Note } from "../../data/schema.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { NoteRow } from "./note-row.tsx";

/** A page of notes. */
export function NoteList({ notes }: { notes: readonly Note[] }) {
  const words = useWords();
  return (
    <ul className="note-list" aria-label={words.notes.listLabel}>
      {notes.map((note) => (
        <NoteRow key={note.id} note={note} />
      ))}
    </ul>
  );
}
