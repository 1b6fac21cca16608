import "./live.css";
import type { Note } from "../../data/schema.ts";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useVocabulary } from "../../i18n/vocabulary.tsx";
import { usePeoplePresent } from "./use-live-notes.tsx";

/** Shows who else has a shared note open. */
export function Presence({ note }: { note: Note }) {
  const words = useSharingWords();
  const { language } = useVocabulary();
  const addressList = new Intl.ListFormat(language.code).format(usePeoplePresent(note));
  return (
    <div role="status" className="company">
      {addressList && <p>{words.alsoHere(addressList)}</p>}
    </div>
  );
}
