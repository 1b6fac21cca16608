import { useSyncExternalStore } from "react";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
import { InboxIcon } from "../icons/icons.tsx";
import { Preferences } from "./preferences.tsx";

/** The foot of every page: language, colour scheme, and the inbox where the backend has one. */
export function Footer() {
  const words = useWords();
  const { inbox } = useBackend().configuration;
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    // Hydration would reset what is chosen before.
    <footer className="footer" inert={!isHydrated}>
      <Preferences />
      {isHydrated && inbox && (
        <a className="footer-link" href={inbox} title={words.door.inboxText}>
          <InboxIcon />
          {words.door.inbox}
        </a>
      )}
    </footer>
  );
}

const neverChanges = () => () => {};
