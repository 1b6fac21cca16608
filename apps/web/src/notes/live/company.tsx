import "./live.css";
import type { Note } from "../../data/schema.ts";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useVocabulary } from "../../i18n/vocabulary.tsx";
import { useCompany } from "./use-live-notes.tsx";

/** Says who else has a shared note open. */
export function Company({ note }: { note: Note }) {
  const words = useSharingWords();
  const { language } = useVocabulary();
  const people = new Intl.ListFormat(language.code).format(useCompany(note));
  return (
    <div role="status" className="company">
      {people && <p>{words.here(people)}</p>}
    </div>
  );
}
