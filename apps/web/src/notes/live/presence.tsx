import "./live.css";
import type { Note } from "../../data/schema.ts";
import { useSharingTexts } from "../../i18n/sharing/sharing-texts.ts";
import { useTranslations } from "../../i18n/translations.tsx";
import { usePresentUsers } from "./use-live-notes.tsx";

/** Shows who else has a shared note open. */
export function Presence({ note }: { note: Note }) {
  const texts = useSharingTexts();
  const { language } = useTranslations();
  const addressList = new Intl.ListFormat(language.code).format(usePresentUsers(note));
  return (
    <div role="status" className="company">
      {addressList && <p>{texts.alsoHere(addressList)}</p>}
    </div>
  );
}
