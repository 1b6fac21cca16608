import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { isProven } from "../accounts/possession.ts";
import type { Auth } from "../context.ts";
import {
  candidateEmail,
  decideLinking,
  type LinkingFacts,
  linkableAddresses,
} from "../providers/linking.ts";
import type { Profile, ProfileEmail } from "../providers/profile.ts";
import type { Provider } from "../providers/provider.ts";
import { findIdentity, type Identity } from "../users/identities.ts";
import {
  findOwnerOfEmail,
  findUser,
  hasEmail,
  isSameEmail,
  lockUser,
  type User,
  vouchesForEmail,
} from "../users/users.ts";

/** A person whom a provider has sent back. */
export interface ProviderSignIn {
  readonly provider: Provider;
  readonly profile: Profile;
  /** The page that a message's link leads to, if one has to be sent. */
  readonly redirectTo: string;
  /** The IP address of the request. */
  readonly address?: string | undefined;
}

/** Decides whose account a visit opens, by the state of the database at this moment. */
export async function resolveAccount(auth: Auth, connection: Connection, signIn: ProviderSignIn) {
  const autoconfirm = !auth.config.auth.email.enable_confirmations;
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
 * Decides while holding the lock of the account that the visit is linked to. Its owner may be taking it
 * back at this moment, which drops the identity that led to it.
 */
export async function resolveAndLockAccount(
  auth: Auth,
  connection: Connection,
  signIn: ProviderSignIn,
) {
  let locked: string | undefined;
  for (;;) {
    const resolved = await resolveAccount(auth, connection, signIn);
    const { decision } = resolved;
    if (decision.kind !== "link account" || decision.user.id === locked) return resolved;
    locked = decision.user.id;
    await lockUser(connection, locked);
  }
}

/**
 * Tells if a profile has an address that another user has and that its provider does not vouch for.
 * Without confirmations an unverified address may take a free address, but not an account and its
 * password.
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
  const noFacts = { existing: undefined, similarIdentities: [], similarUsers: [], owners: [] };
  const found = await findIdentity(connection, provider.name, profile.subject);
  const owner = found && (await lockUser(connection, found.user_id));
  // Read again: the lock may have waited for the owner of the address, whose proof drops the identity.
  const identity = owner && (await findIdentity(connection, provider.name, profile.subject));
  if (identity && identity.user_id === owner.id)
    return { ...noFacts, existing: { identity, user: owner }, candidateTaken: false };
  const { email } = candidateEmail(profile.emails);
  const isLinkable = email === "" || addresses.includes(email);
  const addressOwner = isLinkable ? undefined : await findOwnerOfEmail(connection, email);
  const candidateTaken = addressOwner !== undefined;
  if (addresses.length === 0) return { ...noFacts, candidateTaken };
  // An address that its provider does not vouch for may be typed by anyone: it would bring the address's
  // owner into that person's account. The reference does not check. Nor may an account of single sign-on be found
  // by its address: its organization's directory says who is in it.
  const { rows: similarIdentities } = await connection.query<Identity>(sql`
    select * from auth.identities where ${vouchesForEmail(addresses)}
      and user_id in (select id from auth.users where is_sso_user = false)`);
  const { rows: users } = await connection.query<User>(sql`
    select * from auth.users where ${hasEmail(addresses)} and is_sso_user = false
    order by email = any(${addresses}::text[]) desc, created_at, id`);
  const owners: User[] = [];
  for (const id of new Set(similarIdentities.map((similar) => similar.user_id))) {
    const user = await findUser(connection, id);
    if (user) owners.push(user);
  }
  const similarUsers = withoutUnprovenAccounts(onePerAddress(users), addresses);
  return { existing: undefined, similarIdentities, similarUsers, owners, candidateTaken };
}

/** Leaves out rows whose address differs from that of an earlier one in capitals alone, as sign-in does. */
function onePerAddress(users: readonly User[]): User[] {
  return users.filter(
    ({ email }, index) => !users.slice(0, index).some((other) => isSameEmail(other.email, email)),
  );
}

/**
 * Leaves out accounts that a stranger may have asked for in the name of one of a person's further
 * addresses, which are often known or guessed: two of them would keep the person out, and one would
 * choose their address. The first address has one such account at most, which goes to whoever proves the
 * address.
 */
function withoutUnprovenAccounts(users: readonly User[], [first]: readonly string[]): User[] {
  const ownedAccounts = users.filter((user) => isProven(user) || user.invited_at);
  return ownedAccounts.length > 0
    ? ownedAccounts
    : users.filter(({ email }) => isSameEmail(email, first));
}
