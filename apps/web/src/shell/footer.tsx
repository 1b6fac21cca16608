import { useSyncExternalStore } from "react";
import { useBackend } from "../data/backend.tsx";
import { useTexts } from "../i18n/translations.tsx";
import { InboxIcon } from "../icons/icons.tsx";
import { Preferences } from "./preferences.tsx";

/** The footer of every page: language, color scheme, and a link to the inbox if the backend has one. */
export function Footer() {
  const texts = useTexts();
  const { inbox } = useBackend().configuration;
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    // Disabled until hydration, which would reset an earlier choice.
    <footer className="footer" inert={!isHydrated}>
      <Preferences />
      {isHydrated && inbox && (
        <a className="footer-link" href={inbox} title={texts.signIn.inboxText}>
          <InboxIcon />
          {texts.signIn.inbox}
        </a>
      )}
    </footer>
  );
}

const neverChanges = () => () => {};
