"use client";

import { type Change, type Entries, useChange } from "../form/use-change.ts";
import {
  addErrorTexts,
  type Complete,
  mergeTexts,
  type PartialWords,
} from "../i18n/feature-words.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import {
  callFunction,
  listRows,
  type OrganizationClient,
  type OrganizationRole,
  refreshClaims,
} from "./client.ts";
import { en, type OrganizationWords } from "./en.ts";
import { useRows } from "./use-rows.ts";

/** The texts of the forms and of organizations. */
export interface OrganizationLocalization extends LocalizationProp {
  organizations?: PartialWords<OrganizationWords>;
}

export interface OrganizationOptions {
  supabaseClient: OrganizationClient;
  localization?: OrganizationLocalization | undefined;
}

/** An organization that the user is a member of. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  /** The user's role in the organization. */
  readonly role: OrganizationRole;
}

/** The organizations of the user and the actions on them, for your own markup. */
export interface Organizations extends Change {
  readonly words: Complete<typeof en>;
  /** The organizations, sorted by name. Undefined until the server has responded. */
  readonly organizations: readonly Organization[] | undefined;
  /** The organization that the access token names in its claim `org_id`. */
  readonly active: Organization | undefined;
  /** Creates an organization with the name in the field `name`, and switches to it. */
  create(entries: Entries): Promise<undefined>;
  /**
   * Switches to an organization, or to none, and refreshes the session. The action's name is the organization's id or
   * "none".
   */
  switchTo(id: string | null): Promise<void>;
}

interface OrganizationRow extends Organization {
  readonly is_active: boolean;
}

/**
 * Lists the organizations of the signed-in user, and switches between them.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useOrganizations(options: OrganizationOptions): Organizations {
  const { supabaseClient, localization } = options;
  const texts = mergeTexts(en, localization?.organizations);
  const change = useChange(addErrorTexts(localization?.variables, texts.errors));
  const { data: organizations } = useRows(change, "", () =>
    listRows<OrganizationRow>(supabaseClient, "list_organizations"),
  );
  return {
    ...change,
    words: texts,
    organizations,
    active: organizations?.find(({ is_active }) => is_active),
    async create(entries) {
      await callFunction(supabaseClient, "create_organization", {
        organization_name: entries("name"),
      });
      await refreshClaims(supabaseClient);
      return undefined;
    },
    switchTo: (id) =>
      change.run(id ?? "none", async () => {
        await callFunction(supabaseClient, "switch_organization", { organization: id });
        await refreshClaims(supabaseClient);
        return undefined;
      }),
  };
}
