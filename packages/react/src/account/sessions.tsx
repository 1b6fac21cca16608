"use client";

import { Button } from "../elements/button.tsx";
import { template } from "../i18n/words.ts";
import { useAccount } from "./account.tsx";
import { Section } from "./section.tsx";
import { type AccountSession, type SessionsOptions, useSessions } from "./use-sessions.ts";

/** Renders the devices that are signed in to the account, with a button to sign out of each. */
export function SessionsSection(options: SessionsOptions) {
  const change = useSessions(options);
  const { sessions, words: texts } = change;
  return (
    <Section heading={texts.sessions.heading} text={texts.sessions.text} change={change}>
      {sessions && (
        <ul className="portico-list">
          {sessions.map((session) => (
            <li key={session.id}>
              <div className="portico-item">
                <strong>{session.name}</strong>
                <SessionHint session={session} />
              </div>
              <Button
                {...change.button(session.id, "button")}
                aria-label={`${texts.sessions.sign_out}: ${session.isCurrent ? texts.sessions.this_device : session.name}`}
                onClick={() => void change.end(session)}
              >
                {texts.sessions.sign_out}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Renders when and from where the session was last used. */
function SessionHint({ session }: { session: AccountSession }) {
  const { lang, words: texts } = useAccount();
  const format = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  return (
    <span className="portico-hint">
      {session.isCurrent ? (
        <span className="portico-badge">{texts.sessions.this_device}</span>
      ) : (
        <time dateTime={session.lastSeenAt}>
          {template(texts.sessions.last_seen, {
            date: format.format(new Date(session.lastSeenAt)),
          })}
        </time>
      )}
      {session.ip && (
        <>
          {" · "}
          <bdi dir="ltr">{session.ip}</bdi>
        </>
      )}
    </span>
  );
}
