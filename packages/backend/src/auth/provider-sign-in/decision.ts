import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { isProven } from "../accounts/possession.ts";
import type { AuthContext } from "../context.ts";
import {
  candidateEmail,
  decideLinking,
  isSsoProvider,
  type LinkingFacts,
  linkableAddresses,
} from "../providers/linking.ts";
import type { Profile, ProfileEmail } from "../providers/profile.ts";
import type { Provider } from "../providers/provider-config.ts";
import { findIdentity, type Identity } from "../users/identities.ts";
import {
  findOwnerOfEmail,
  findUser,
  hasEmail,
  hasVerifiedEmail,
  isSameEmail,
  lockUser,
  type User,
} from "../users/users.ts";

/** A sign-in at a provider that has returned a profile. */
export interface ProviderSignIn {
  readonly provider: Pick<Provider, "name" | "emailOptional">;
  readonly profile: Profile;
  /** The page that the link of a message redirects to, if a message is sent. */
  readonly redirectTo: string;
  /** The IP address of the request. */
  readonly address?: string | undefined;
  /** Details of the sign-in for the audit log. */
  readonly traits?: Readonly<Record<string, unknown>>;
}

/** Decides which account a provider's sign-in belongs to. Reads the current state of the database. */
export async function resolveAccount(
  context: AuthContext,
  connection: Connection,
  signIn: ProviderSignIn,
) {
  const autoconfirm = !context.config.auth.email.enable_confirmations;
  const { emails } = signIn.profile;
  const linkingProfile = {
    provider: signIn.provider.name,
    emails,
    autoconfirm: autoconfirm && !(await claimsAnotherUsersAddress(connection, emails)),
  };
  const facts = await gatherFacts(connection, signIn, linkableAddresses(linkingProfile));
  return { autoconfirm, decision: decideLinking(linkingProfile, facts) };
}

/**
 * Decides like {@link resolveAccount} while holding a lock on the account to link to. Without the lock, the account's
 * owner could be reclaiming it at this moment, which removes the identity that matched.
 */
export async function resolveAndLockAccount(
  context: AuthContext,
  connection: Connection,
  signIn: ProviderSignIn,
) {
  let lockedUserId: string | undefined;
  for (;;) {
    const resolution = await resolveAccount(context, connection, signIn);
    const { decision } = resolution;
    if (decision.kind !== "link account" || decision.user.id === lockedUserId) return resolution;
    lockedUserId = decision.user.id;
    await lockUser(connection, lockedUserId);
  }
}

/**
 * Returns whether a profile has an unverified address that belongs to another user. In a project without confirmations,
 * an unverified address may be used for a new account, but not to sign in to another user's.
 */
async function claimsAnotherUsersAddress(
  connection: Connection,
  emails: readonly ProfileEmail[],
): Promise<boolean> {
  for (const { email } of emails.filter(({ verified }) => !verified)) {
    if (await findOwnerOfEmail(connection, email)) return true;
  }
  return false;
}

async function gatherFacts(
  connection: Connection,
  { provider, profile }: ProviderSignIn,
  addresses: readonly string[],
): Promise<LinkingFacts<User, Identity>> {
  const noMatches = { existing: undefined, similarIdentities: [], similarUsers: [], owners: [] };
  const existingIdentity = await findIdentity(connection, provider.name, profile.subject);
  const owner = existingIdentity && (await lockUser(connection, existingIdentity.user_id));
  // Read the identity again: while this request waited for the lock, the owner of the address may have proved it, which
  // removes the identity.
  const identity = owner && (await findIdentity(connection, provider.name, profile.subject));
  if (identity && identity.user_id === owner.id)
    return { ...noMatches, existing: { identity, user: owner }, candidateTaken: false };
  const { email } = candidateEmail(profile.emails);
  const isLinkable = email === "" || addresses.includes(email);
  const addressOwner = isLinkable ? undefined : await findOwnerOfEmail(connection, email);
  const candidateTaken = addressOwner !== undefined;
  if (addresses.length === 0) return { ...noMatches, candidateTaken };
  // Ignore identities' unverified addresses: anyone can type one, and the owner of the address would end up in that
  // person's account. The reference does not check this. Also ignore SSO users, because only their organization's
  // directory decides who they are. For the same reason, each SSO provider is a separate linking domain.
  const isSso = isSsoProvider(provider.name);
  const domain = isSso
    ? sql`provider = ${provider.name}`
    : sql`user_id in (select id from auth.users where is_sso_user = false)`;
  const { rows: similarIdentities } = await connection.query<Identity>(sql`
    select * from auth.identities where ${hasVerifiedEmail(addresses)} and ${domain}`);
  const { rows: users } = await connection.query<User>(sql`
    select * from auth.users where ${hasEmail(addresses)} and is_sso_user = false
    order by email = any(${addresses}::text[]) desc, created_at, id`);
  const owners: User[] = [];
  for (const id of new Set(similarIdentities.map((identity) => identity.user_id))) {
    const user = await findUser(connection, id);
    if (user) owners.push(user);
  }
  const similarUsers = withoutUnprovenAccounts(onePerAddress(users), addresses);
  return { existing: undefined, similarIdentities, similarUsers, owners, candidateTaken };
}

/** Keeps the first of several users whose addresses differ only in case, as sign-in does. */
function onePerAddress(users: readonly User[]): User[] {
  return users.filter(
    ({ email }, index) => !users.slice(0, index).some((other) => isSameEmail(other.email, email)),
  );
}

/**
 * Leaves out unconfirmed accounts with the person's secondary addresses, which a stranger may have guessed and signed
 * up with: with two such accounts the person could not sign in, and with one they would get its address. The primary
 * address has at most one such account, which goes to the person who proves the address.
 */
function withoutUnprovenAccounts(
  users: readonly User[],
  [primaryAddress]: readonly string[],
): User[] {
  const ownedAccounts = users.filter((user) => isProven(user) || user.invited_at);
  return ownedAccounts.length > 0
    ? ownedAccounts
    : users.filter(({ email }) => isSameEmail(email, primaryAddress));
}
