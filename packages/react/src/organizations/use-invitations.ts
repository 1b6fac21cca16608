"use client";

import { type Change, useChange } from "../form/use-change.ts";
import { addErrorTexts, mergeTexts } from "../i18n/feature-words.ts";
import { template } from "../i18n/words.ts";
import { callFunction, listRows, type OrganizationRole, refreshClaims } from "./client.ts";
import { en } from "./en.ts";
import type { OrganizationOptions, Organizations } from "./use-organizations.ts";
import { useRows } from "./use-rows.ts";

/** An invitation to the user's address. */
export interface ReceivedInvitation {
  readonly id: string;
  readonly organization_name: string;
  readonly role: OrganizationRole;
  /** The inviter's address, if that account still exists. */
  readonly invited_by: string | null;
  /** When it expires, in ISO 8601. */
  readonly expires_at: string;
}

/** The user's invitations and the actions on them, for your own markup. */
export interface Invitations extends Change, Pick<Organizations, "words"> {
  /** The oldest first. Undefined until the server has responded. */
  readonly invitations: readonly ReceivedInvitation[] | undefined;
  /** Joins the organization and switches to it. The action's name is the invitation's id. */
  accept(invitation: ReceivedInvitation): Promise<void>;
  /** Declines the invitation. The action's name is "decline" followed by the invitation's id. */
  decline(invitation: ReceivedInvitation): Promise<void>;
}

/**
 * Lists the invitations to the signed-in user's confirmed address, and answers them.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useInvitations(options: OrganizationOptions): Invitations {
  const { supabaseClient, localization } = options;
  const texts = mergeTexts(en, localization?.organizations);
  const change = useChange(addErrorTexts(localization?.variables, texts.errors));
  const { data: invitations, reload } = useRows(change, "", () =>
    listRows<ReceivedInvitation>(supabaseClient, "list_my_organization_invitations"),
  );

  const answer = (source: string, invitation: ReceivedInvitation, accepts: boolean) =>
    change.run(source, async () => {
      await callFunction(supabaseClient, "answer_organization_invitation", {
        invitation: invitation.id,
        accepts,
      });
      if (accepts) await refreshClaims(supabaseClient);
      await reload();
      const { accepted, declined } = texts.invitations;
      return template(accepts ? accepted : declined, {
        organization: invitation.organization_name,
      });
    });

  return {
    ...change,
    words: texts,
    invitations,
    accept: (invitation) => answer(invitation.id, invitation, true),
    decline: (invitation) => answer(`decline ${invitation.id}`, invitation, false),
  };
}
