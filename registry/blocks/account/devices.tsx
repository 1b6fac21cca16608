"use client";

import { template } from "@portico/react";
import {
  type SessionsOptions,
  useAccount,
  useApplications,
  useRecoveryCodes,
  useSessions,
} from "@portico/react/account";
import { ConfirmButton, Item, List, Row, Section } from "@/components/portico/account/section";
import { Button } from "@/components/ui/button";

/** Renders the devices that are signed in to the account, with a button to sign out of each. */
export function Devices(options: SessionsOptions) {
  const { lang } = useAccount();
  const change = useSessions(options);
  const { sessions, words: texts } = change;
  const format = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Section heading={texts.sessions.heading} text={texts.sessions.text} change={change}>
      {sessions && (
        <List>
          {sessions.map((session) => (
            <Item
              key={session.id}
              name={session.name}
              hint={
                session.isCurrent
                  ? texts.sessions.this_device
                  : template(texts.sessions.last_seen, {
                      date: format.format(new Date(session.lastSeenAt)),
                    })
              }
            >
              <Button
                variant="outline"
                {...change.button(session.id, "button")}
                aria-label={`${texts.sessions.sign_out}: ${
                  session.isCurrent ? texts.sessions.this_device : session.name
                }`}
                onClick={() => void change.end(session)}
              >
                {texts.sessions.sign_out}
              </Button>
            </Item>
          ))}
        </List>
      )}
    </Section>
  );
}

/** Renders the applications that the user has authorized. Renders nothing while there are none. */
export function Applications() {
  const { lang } = useAccount();
  const change = useApplications();
  const { applications, words: texts } = change;
  const format = new Intl.DateTimeFormat(lang, { dateStyle: "medium" });
  if (!applications?.length && !change.status.children) return null;
  return (
    <Section heading={texts.applications.heading} text={texts.applications.text} change={change}>
      {applications?.[0] && (
        <List>
          {applications.map((application) => (
            <Item
              key={application.id}
              name={application.name}
              hint={template(texts.applications.since, {
                date: format.format(new Date(application.grantedAt)),
              })}
            >
              <Button
                variant="outline"
                {...change.button(application.id, "button")}
                aria-label={`${texts.applications.revoke}: ${application.name}`}
                onClick={() => void change.revoke(application)}
              >
                {texts.applications.revoke}
              </Button>
            </Item>
          ))}
        </List>
      )}
    </Section>
  );
}

/** Renders the recovery codes. Renders nothing for a user without a second factor. */
export function RecoveryCodes() {
  const change = useRecoveryCodes();
  const { available, codes, count, words } = change;
  const texts = words.recovery_codes;
  if (!available) return null;
  return (
    <Section heading={texts.heading} text={texts.text} change={change}>
      {codes ? (
        <>
          <p className="text-sm">{texts.once}</p>
          <ol className="grid gap-1 rounded-md border p-4 text-sm sm:grid-cols-2" dir="ltr">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
          <Row>
            <Button variant="outline" {...change.button("copy", "button")} onClick={change.copy}>
              {texts.copy}
            </Button>
            <Button variant="outline" onClick={change.download}>
              {texts.download}
            </Button>
            <Button onClick={change.dismiss}>{texts.saved}</Button>
          </Row>
        </>
      ) : (
        <>
          {count && (
            <p className="text-sm">
              {template(texts.left, {
                remaining: String(count.remaining),
                total: String(count.total),
              })}
            </p>
          )}
          {count === null ? (
            <Row>
              <Button
                variant="outline"
                {...change.button("create", "button")}
                onClick={change.create}
              >
                {texts.create}
              </Button>
            </Row>
          ) : (
            count && (
              <ConfirmButton
                label={texts.replace}
                question={texts.replace_text}
                confirmLabel={texts.replace}
                change={change}
                source="replace"
                onConfirm={() => change.replace()}
              />
            )
          )}
        </>
      )}
    </Section>
  );
}
