/** Organizations: the switcher, the members, and the user's invitations. docs/organizations.md has their migration. */
export type { OrganizationClient, OrganizationResponse, OrganizationRole } from "./client.ts";
export { en, type OrganizationLocale, type OrganizationWords } from "./en.ts";
export { InvitationsSection } from "./invitations.tsx";
export { MembersSection } from "./members.tsx";
export { OrganizationSwitcher, type OrganizationSwitcherProps } from "./switcher.tsx";
export { type Invitations, type ReceivedInvitation, useInvitations } from "./use-invitations.ts";
export {
  type Members,
  type MembersOptions,
  type OpenInvitation,
  type OrganizationMember,
  useMembers,
} from "./use-members.ts";
export {
  type Organization,
  type OrganizationLocalization,
  type OrganizationOptions,
  type Organizations,
  useOrganizations,
} from "./use-organizations.ts";
