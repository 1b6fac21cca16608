import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
import { InboxIcon } from "./icons.tsx";
import { Preferences } from "./preferences.tsx";

/** The foot of every page: language, colour scheme, and the inbox where the backend has one. */
export function Footer() {
  const words = useWords();
  const { configuration } = useBackend();
  return (
    <footer className="footer">
      {configuration.inbox && (
        <a className="footer-link" href={configuration.inbox} title={words.door.inboxText}>
          <InboxIcon />
          {words.door.inbox}
        </a>
      )}
      <Preferences />
    </footer>
  );
}
