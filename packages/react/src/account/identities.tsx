"use client";

import { Button } from "../elements/button.tsx";
import { template } from "../i18n/words.ts";
import { useDateFormat } from "./account.tsx";
import { ConfirmButton, Section } from "./section.tsx";
import { type IdentitiesOptions, useIdentities } from "./use-identities.ts";

/** Renders the linked identities, and the providers that can be linked. */
export function IdentitiesSection(options: IdentitiesOptions) {
  const change = useIdentities(options);
  const { identities, offered, words: texts } = change;
  const date = useDateFormat();
  return (
    <Section heading={texts.identities.heading} text={texts.identities.text} change={change}>
      <ul className="portico-list">
        {identities.map((identity) => (
          <li key={identity.id}>
            <div className="portico-item">
              <strong>{identity.name}</strong>
              <span className="portico-hint">
                {identity.account}
                {identity.account && identity.linkedAt && " · "}
                {identity.linkedAt &&
                  template(texts.identities.linked, { date: date(identity.linkedAt) })}
              </span>
            </div>
            {identity.isRemovable && (
              <ConfirmButton
                label={texts.identities.unlink}
                fullLabel={`${texts.identities.unlink}: ${identity.name}`}
                question={template(texts.identities.unlink_text, { provider: identity.name })}
                confirmLabel={texts.identities.unlink}
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
              {template(texts.identities.link, { provider: name })}
            </Button>
          ))}
        </div>
      )}
    </Section>
  );
}
