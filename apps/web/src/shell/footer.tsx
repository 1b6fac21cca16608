import { useSyncExternalStore } from "react";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
import { InboxIcon } from "../icons/icons.tsx";
import { Preferences } from "./preferences.tsx";

/** The foot of every page: language, colour scheme, and the inbox where the backend has one. */
export function Footer() {
  const words = useWords();
  const { inbox } = useBackend().configuration;
  // Not in the markup of a build, which does not know.
  const shown = useSyncExternalStore(
    nothing,
    () => inbox,
    () => undefined,
  );
  return (
    <footer className="footer">
      <Preferences />
      {shown && (
        <a className="footer-link" href={shown} title={words.door.inboxText}>
          <InboxIcon />
          {words.door.inbox}
        </a>
      )}
    </footer>
  );
}

/** It does not change. */
const nothing = () => () => {};
