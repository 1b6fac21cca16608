"use client";

import { Section } from "../account/section.tsx";
import { Button } from "../elements/button.tsx";
import { template } from "../i18n/words.ts";
import { useInvitations } from "./use-invitations.ts";
import type { OrganizationOptions } from "./use-organizations.ts";

/**
 * Renders the user's invitations to organizations, with buttons to accept and decline. Renders nothing while there are
 * none. Put it into an `<Account>`.
 */
export function InvitationsSection(options: OrganizationOptions) {
  const change = useInvitations(options);
  const { invitations, status, alert, words } = change;
  const texts = words.invitations;
  if (!invitations?.length && !status.children && !alert.children) return null;
  return (
    <Section heading={texts.heading} change={change}>
      {invitations && (
        <ul className="portico-list">
          {invitations.map((invitation) => {
            const { id, organization_name, role, invited_by } = invitation;
            return (
              <li key={id}>
                <div className="portico-item">
                  <strong>
                    <bdi>{organization_name}</bdi>
                  </strong>
                  <span className="portico-hint">
                    {words.roles[role]}
                    {invited_by && ` · ${template(texts.invited_by, { email: invited_by })}`}
                  </span>
                </div>
                <div className="portico-organizations-row">
                  <Button
                    color="primary"
                    {...change.button(id, "button")}
                    aria-label={`${texts.accept}: ${organization_name}`}
                    onClick={() => void change.accept(invitation)}
                  >
                    {texts.accept}
                  </Button>
                  <Button
                    {...change.button(`decline ${id}`, "button")}
                    aria-label={`${texts.decline}: ${organization_name}`}
                    onClick={() => void change.decline(invitation)}
                  >
                    {texts.decline}
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
