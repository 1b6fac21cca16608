"use client";

import { Button } from "../elements/button.tsx";
import { template } from "../i18n/words.ts";
import { useDate } from "./account.tsx";
import { ConfirmButton, Section } from "./section.tsx";
import { type IdentitiesOptions, useIdentities } from "./use-identities.ts";

/** Renders the linked identities, and the providers that can be linked. */
export function IdentitiesSection(options: IdentitiesOptions) {
  const change = useIdentities(options);
  const { identities, offered, words } = change;
  const date = useDate();
  return (
    <Section heading={words.identities.heading} text={words.identities.text} change={change}>
      <ul className="portico-list">
        {identities.map((identity) => (
          <li key={identity.id}>
            <div className="portico-item">
              <strong>{identity.name}</strong>
              <span className="portico-hint">
                {identity.account}
                {identity.account && identity.linkedAt && " · "}
                {identity.linkedAt &&
                  template(words.identities.linked, { date: date(identity.linkedAt) })}
              </span>
            </div>
            {identity.isRemovable && (
              <ConfirmButton
                label={words.identities.unlink}
                fullLabel={`${words.identities.unlink}: ${identity.name}`}
                question={template(words.identities.unlink_text, { provider: identity.name })}
                confirmLabel={words.identities.unlink}
                change={change}
                source={identity.id}
                onConfirm={() => change.unlink(identity)}
              />
            )}
          </li>
        ))}
      </ul>
      {offered.length > 0 && (
        <div className="portico-row">
          {offered.map(({ provider, name }) => (
            <Button
              key={provider}
              {...change.button(`link ${provider}`, "button")}
              onClick={() => change.link(provider)}
            >
              {template(words.identities.link, { provider: name })}
            </Button>
          ))}
        </div>
      )}
    </Section>
  );
}
