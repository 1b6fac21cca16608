"use client";

import type { Entries } from "../form/use-change.ts";
import { template } from "../i18n/words.ts";
import { useUser } from "../session/user-context.tsx";
import { callFunction, listRows, type OrganizationRole, refreshClaims } from "./client.ts";
import {
  type OrganizationOptions,
  type Organizations,
  useOrganizations,
} from "./use-organizations.ts";
import { useRows } from "./use-rows.ts";

export interface MembersOptions extends OrganizationOptions {
  /**
   * Sends an e-mail to an invited address. Default: no e-mail is sent, and the invitee sees the invitation after
   * signing in. If it throws, the error is shown and the invitation remains.
   */
  sendInvitation?: ((email: string) => Promise<void>) | undefined;
}

/** A member of the active organization. */
export interface OrganizationMember {
  readonly id: string;
  /** The member's name, or else the address. */
  readonly name: string;
  readonly email: string;
  readonly role: OrganizationRole;
  /** Whether this member is the signed-in user. */
  readonly isUser: boolean;
}

/** An open invitation to the active organization. */
export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: OrganizationRole;
  /** When it expires, in ISO 8601. */
  readonly expires_at: string;
}

/** The members of the active organization and the actions on them, for your own markup. */
export interface Members extends Organizations {
  /** The oldest first. Undefined until the server has responded, and without an active organization. */
  readonly members: readonly OrganizationMember[] | undefined;
  /** The open invitations; none for members who may not invite. */
  readonly invitations: readonly OpenInvitation[];
  /** The roles that the user may assign; none for a user who may not manage members. */
  readonly roles: readonly OrganizationRole[];
  /** Invites the address in the field `email` with the role in the field `role`. */
  invite(entries: Entries): Promise<string>;
  revoke(invitation: OpenInvitation): Promise<void>;
  setRole(member: OrganizationMember, role: string): Promise<void>;
  /** Removes a member. If it is the user, leaves the organization. */
  remove(member: OrganizationMember): Promise<void>;
  /** Deletes the organization. Only owners may do so. */
  removeOrganization(): Promise<void>;
}

interface MemberRow {
  readonly user_id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: OrganizationRole;
}

const rolesByRole = {
  owner: ["member", "admin", "owner"],
  admin: ["member", "admin"],
  member: [],
} as const satisfies Record<OrganizationRole, readonly OrganizationRole[]>;

/**
 * Lists and changes the members and the invitations of the active organization.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useMembers(options: MembersOptions): Members {
  const { supabaseClient, sendInvitation } = options;
  const organizations = useOrganizations(options);
  const { active, run, words } = organizations;
  const { user } = useUser();
  const organization = active?.id;
  const { data, reload } = useRows(organizations, organization, async () => {
    const [members, invitations] = await Promise.all([
      listRows<MemberRow>(supabaseClient, "list_organization_members", { organization }),
      listRows<OpenInvitation>(supabaseClient, "list_organization_invitations", { organization }),
    ]);
    return { members, invitations };
  });

  /** Calls a function that changes the rows, then reloads them. */
  async function update(name: string, parameters: object) {
    await callFunction(supabaseClient, name, parameters);
    await reload();
  }

  return {
    ...organizations,
    members: data?.members.map(({ user_id, name, email, role }) => ({
      id: user_id,
      name: name || email || user_id,
      email: email ?? "",
      role,
      isUser: user_id === user?.id,
    })),
    invitations: data?.invitations ?? [],
    roles: active ? rolesByRole[active.role] : [],
    async invite(entries) {
      const email = entries("email").trim();
      await update("invite_organization_member", {
        organization,
        invitee: email,
        invitee_role: entries("role"),
      });
      await sendInvitation?.(email);
      return template(words.members.invited, { email });
    },
    revoke: ({ id, email }) =>
      run(id, async () => {
        await update("revoke_organization_invitation", { invitation: id });
        return template(words.members.revoked, { email });
      }),
    setRole: ({ id, name, isUser }, role) =>
      run(id, async () => {
        await update("set_organization_role", { organization, member: id, new_role: role });
        if (isUser) await refreshClaims(supabaseClient);
        return template(words.members.role_changed, { name });
      }),
    remove: ({ id, name, isUser }) =>
      run(`remove ${id}`, async () => {
        const parameters = { organization, member: id };
        if (!isUser) {
          await update("remove_organization_member", parameters);
          return template(words.members.removed, { name });
        }
        await callFunction(supabaseClient, "remove_organization_member", parameters);
        await refreshClaims(supabaseClient);
        return undefined;
      }),
    removeOrganization: () =>
      run("remove_organization", async () => {
        await callFunction(supabaseClient, "delete_organization", { organization });
        await refreshClaims(supabaseClient);
        return undefined;
      }),
  };
}
