import { lowerCaseAddress } from "../lower-case.ts";
import type { ProfileEmail } from "./profile.ts";

/** The part of a user that the decision needs. */
export interface LinkableUser {
  readonly id: string;
  readonly email?: string | null | undefined;
}

/** The part of an identity that the decision needs. */
export interface LinkableIdentity {
  readonly user_id: string;
  readonly provider: string;
}

/** The identities and users in the database that match a profile's addresses. */
export interface LinkingFacts<User extends LinkableUser, Identity extends LinkableIdentity> {
  /** The identity with this provider and subject, and its user. */
  readonly existing: { readonly identity: Identity; readonly user: User } | undefined;
  /** Identities of any user with one of the {@link linkableAddresses}, in any order. */
  readonly similarIdentities: readonly Identity[];
  /** Users with one of the {@link linkableAddresses} who are not SSO users. */
  readonly similarUsers: readonly User[];
  /** The users of `similarIdentities`. */
  readonly owners: readonly User[];
  /** True if the candidate address is not linkable and another user has it. */
  readonly candidateTaken: boolean;
}

export interface LinkingProfile {
  readonly provider: string;
  readonly emails: readonly ProfileEmail[];
  /** With `auth.email.enable_confirmations = false`, every address is treated as verified. */
  readonly autoconfirm: boolean;
}

/** The decision about a profile from a provider. */
export type LinkingDecision<User, Identity> =
  /** The identity already exists. */
  | {
      readonly kind: "account exists";
      readonly user: User;
      readonly identity: Identity;
      readonly candidate: ProfileEmail;
    }
  /** The person is new. The candidate's address is empty if another user has it. */
  | { readonly kind: "create account"; readonly candidate: ProfileEmail }
  /** A verified address belongs to exactly one user, who gets the identity. */
  | { readonly kind: "link account"; readonly user: User; readonly candidate: ProfileEmail }
  /** The verified addresses belong to several users. */
  | { readonly kind: "multiple accounts"; readonly candidate: ProfileEmail };

/**
 * Returns the linking domain. Only identities of the same domain are linked. As in Supabase Auth, each SSO provider has
 * its own domain, and all other providers share one.
 */
export function linkingDomain(provider: string): string {
  return isSsoProvider(provider) ? provider : "default";
}

/** Returns whether a provider is an organization's identity provider. Its name is `sso:` followed by its id. */
export const isSsoProvider = (provider: string): boolean => provider.startsWith("sso:");

/**
 * Returns the addresses by which a profile can be linked to a user: the verified ones in lower case, with the primary
 * one first.
 */
export function linkableAddresses({ emails, autoconfirm }: LinkingProfile): string[] {
  return emails
    .filter(({ verified }) => verified || autoconfirm)
    .toSorted((a, b) => Number(b.primary) - Number(a.primary))
    .map(({ email }) => lowerCaseAddress(email));
}

/** Returns the address for a new user: the primary one in lower case, or an empty one. */
export function candidateEmail(emails: readonly ProfileEmail[]): ProfileEmail {
  const primaryEmail = emails.findLast((email) => email.primary);
  return primaryEmail === undefined
    ? { email: "", verified: false, primary: false }
    : { ...primaryEmail, email: lowerCaseAddress(primaryEmail.email) };
}

/**
 * Decides which user a profile belongs to, like Supabase Auth (`internal/models/linking.go`): the user of the existing
 * identity, otherwise the user with one of the profile's verified addresses. Unverified addresses are ignored, because
 * anyone can type one at a provider.
 */
export function decideLinking<User extends LinkableUser, Identity extends LinkableIdentity>(
  profile: LinkingProfile,
  facts: LinkingFacts<User, Identity>,
): LinkingDecision<User, Identity> {
  const candidate = candidateEmail(profile.emails);
  if (facts.existing !== undefined) {
    const { user, identity } = facts.existing;
    return {
      kind: "account exists",
      user,
      identity,
      candidate: { ...candidate, email: user.email ?? "" },
    };
  }
  const email = facts.candidateTaken ? "" : candidate.email;
  const creation = { kind: "create account", candidate: { ...candidate, email } } as const;
  if (linkableAddresses(profile).length === 0) return creation;

  const domain = linkingDomain(profile.provider);
  const owners = new Set(
    facts.similarIdentities
      .filter((identity) => linkingDomain(identity.provider) === domain)
      .map((identity) => identity.user_id),
  );
  if (owners.size > 1) return { kind: "multiple accounts", candidate };
  const [owner] = owners;
  if (owner !== undefined) {
    const user = facts.owners.find(({ id }) => id === owner);
    if (user === undefined)
      throw new Error(`the user ${owner} of an identity is missing from the facts`);
    return { kind: "link account", user, candidate };
  }

  const users = domain === "default" ? facts.similarUsers : [];
  if (users.length > 1) return { kind: "multiple accounts", candidate };
  const [user] = users;
  return user === undefined ? creation : { kind: "link account", user, candidate };
}
