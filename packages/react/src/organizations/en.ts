/** The English texts of organizations. Their type is the shape of every locale. */
export const en = {
  switcher: {
    /** The button's accessible name. `{{name}}` is the active organization's name. */
    button_label: "Organization: {{name}}",
    heading: "Organizations",
    personal: "Personal account",
    none: "No organization",
    create: "Create organization",
    name_label: "Organization name",
    create_button: "Create",
    cancel: "Cancel",
  },
  roles: {
    owner: "Owner",
    admin: "Admin",
    member: "Member",
  },
  members: {
    heading: "Members",
    text: "The people who work in {{organization}}.",
    you: "You",
    role_of: "Role of {{name}}",
    role_changed: "The role of {{name}} was changed.",
    remove: "Remove",
    remove_question: "Remove {{name}} from {{organization}}?",
    removed: "{{name}} was removed.",
    leave: "Leave",
    leave_question: "Leave {{organization}}? You can only return with a new invitation.",
    email_label: "Email address",
    role_label: "Role",
    invite: "Invite",
    invited: "{{email}} was invited. The invitation appears after signing in with this address.",
    open_until: "Invited until {{date}}",
    revoke: "Revoke",
    revoked: "The invitation of {{email}} was revoked.",
    remove_organization: "Delete organization",
    remove_organization_question: "Delete {{organization}} and everything in it, for all members?",
  },
  invitations: {
    heading: "Invitations",
    invited_by: "Invited by {{email}}",
    accept: "Accept",
    decline: "Decline",
    accepted: "You are now a member of {{organization}}.",
    declined: "You declined the invitation to {{organization}}.",
  },
  /** Texts for the error codes of the database functions. Other messages from the server are shown unchanged. */
  errors: {
    org_already_member: "This person is already a member.",
    org_email: "Enter a valid email address.",
    org_full: "The organization has reached its limit of members and open invitations.",
    org_invitation_over: "This invitation is no longer valid.",
    org_invitation_rate: "You've sent many invitations. Try again in an hour.",
    org_last_owner: "An organization needs an owner. Make another member the owner first.",
    org_limit: "You've reached the limit of organizations.",
    org_name: "Enter a name of at most 80 characters.",
    org_no_such_member: "This person is no longer a member.",
    org_not_member: "You're no longer a member of this organization.",
    org_role: "Your role doesn't allow this.",
    org_session: "Confirm your second factor to use organizations.",
  },
};

type Texts = typeof en;

/** A complete set of texts for organizations. */
export type OrganizationWords = {
  readonly [Section in keyof Texts]: { readonly [Key in keyof Texts[Section]]: string };
};

/** The default export of a locale module for organizations. Merge it with a locale for the forms. */
export interface OrganizationLocale {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly organizations: OrganizationWords;
}
