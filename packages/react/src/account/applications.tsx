"use client";

import { Button } from "../elements/button.tsx";
import { template } from "../i18n/words.ts";
import { useDateFormat } from "./account.tsx";
import { Section } from "./section.tsx";
import { useApplications } from "./use-applications.ts";

/**
 * Lists the applications that the user has authorized, each with a button to revoke its access. Renders nothing while
 * there are none.
 */
export function ApplicationsSection() {
  const change = useApplications();
  const { applications, words: texts } = change;
  const date = useDateFormat();
  // Keep the section while it shows the message about the last application.
  if (!applications?.length && !change.status.children) return null;
  return (
    <Section heading={texts.applications.heading} text={texts.applications.text} change={change}>
      {applications?.[0] && (
        <ul className="portico-list">
          {applications.map((application) => (
            <li key={application.id}>
              <div className="portico-item">
                <strong>
                  <bdi>{application.name}</bdi>
                </strong>
                <span className="portico-hint">
                  {template(texts.applications.since, { date: date(application.grantedAt) })}
                </span>
              </div>
              <Button
                {...change.button(application.id, "button")}
                aria-label={`${texts.applications.revoke}: ${application.name}`}
                onClick={() => void change.revoke(application)}
              >
                {texts.applications.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
