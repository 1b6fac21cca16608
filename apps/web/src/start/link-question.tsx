import { hasRequestedLink, takeProviderVisit } from "../data/requested-links.ts";
import { type LinkedUser, userInUrl } from "../data/session-link.ts";
import { storedUserId, storedUserName } from "../data/stored-session.ts";
import { useTexts } from "../i18n/translations.tsx";
import { Mark } from "../icons/icons.tsx";
import { Notice } from "../shell/notice.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { Preferences } from "../shell/preferences.tsx";

/**
 * Returns the user whom the address would sign in. Returns undefined if this browser has requested the link, or the
 * user is already signed in here; otherwise the link may come from another person.
 */
export function findUnrequestedUser(address: string): LinkedUser | undefined {
  const user = userInUrl(address);
  if (!user) return undefined;
  const isRequested =
    takeProviderVisit() || (user.email !== undefined && hasRequestedLink(user.email));
  return isRequested || user.id === storedUserId() ? undefined : user;
}

interface LinkQuestionProps {
  user: LinkedUser;
  accept: () => void;
  refuse: () => void;
}

/** Asks whether a link that was not requested in this browser may sign in. */
export function LinkQuestion({ user, accept, refuse }: LinkQuestionProps) {
  const texts = useTexts();
  const { link } = texts.start;
  const name = user.name ?? texts.consent.guest;
  const currentName = storedUserName();
  return (
    <div className="frame">
      <PageTitle>{link.title}</PageTitle>
      <main className="lone">
        <Notice
          picture={<Mark />}
          title={link.title}
          text={link.text(name)}
          action={{ label: link.accept, run: accept }}
        >
          {currentName && <p>{link.replaces(currentName)}</p>}
          <button type="button" className="button button-quiet" onClick={refuse}>
            {link.refuse}
          </button>
        </Notice>
      </main>
      <footer className="footer">
        <Preferences />
      </footer>
    </div>
  );
}
