import { hasRequestedLink, takeProviderVisit } from "../data/requested-links.ts";
import { type LinkedPerson, personIn } from "../data/session-link.ts";
import { storedUserId, storedUserName } from "../data/stored-session.ts";
import { useTexts } from "../i18n/translations.tsx";
import { Mark } from "../icons/icons.tsx";
import { Notice } from "../shell/notice.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { Preferences } from "../shell/preferences.tsx";

/**
 * Returns the person whom the address would sign in, if neither this browser has requested that nor are they signed in
 * here: then the link may come from another person.
 */
export function unrequestedPerson(address: string): LinkedPerson | undefined {
  const person = personIn(address);
  if (!person) return undefined;
  const isRequested =
    takeProviderVisit() || (person.email !== undefined && hasRequestedLink(person.email));
  return isRequested || person.id === storedUserId() ? undefined : person;
}

interface LinkQuestionProps {
  person: LinkedPerson;
  accept: () => void;
  refuse: () => void;
}

/** Asks whether a link that was not requested in this browser may sign in. */
export function LinkQuestion({ person, accept, refuse }: LinkQuestionProps) {
  const texts = useTexts();
  const { link } = texts.start;
  const name = person.name ?? texts.consent.guest;
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
