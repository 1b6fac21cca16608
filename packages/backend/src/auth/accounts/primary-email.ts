import type { Connection } from "../../database/port.ts";
import type { AuthContext } from "../context.ts";
import { clearOneTimeTokens } from "../tokens/one-time-tokens.ts";
import { emailOf, type Identity, identitiesOf, isVerified } from "../users/identities.ts";
import { findUserByEmail, isSameEmail, type User, updateUser } from "../users/users.ts";
import { releaseAddress, reservesAddress } from "./possession.ts";

/**
 * Sets a user's address to that of their oldest verified identity, unless an identity already has the current address
 * (supabase/auth, `UpdateUserEmailFromIdentities`). The reference also accepts unverified addresses. An owner of such
 * an address who signs up later would share this account with its earlier sessions.
 *
 * @returns undefined when other accounts have the addresses
 */
export async function setEmailFromIdentities(
  context: AuthContext,
  connection: Connection,
  user: User,
): Promise<User | undefined> {
  const identities = await identitiesOf(connection, user.id);
  if (identities.some((identity) => isSameEmail(emailOf(identity), user.email))) return user;
  // Without confirmations every address counts as verified.
  const autoconfirm = !context.config.auth.email.enable_confirmations;
  const usableIdentities = identities.filter(
    (identity) => !identity.email || autoconfirm || isVerified(identity),
  );
  const rankedIdentities = usableIdentities.toSorted((a, b) => rank(a) - rank(b));
  const newPrimary = await findFirstFree(context, connection, rankedIdentities);
  if (!newPrimary) return undefined;

  const email = emailOf(newPrimary);
  if (email) await releaseAddress(context, connection, { email }, user);
  return setPrimaryEmail(connection, user, email);
}

/** Sets a user's e-mail address, and invalidates messages to the old one. */
export async function setPrimaryEmail(
  connection: Connection,
  user: User,
  email: string | null,
): Promise<User> {
  await clearOneTimeTokens(connection, user.id);
  return updateUser(connection, user.id, {
    email,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    email_change_sent_at: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    ...(email ? {} : { email_confirmed_at: null }),
  });
}

function rank(identity: Identity): number {
  if (!identity.email) return 2;
  return isVerified(identity) ? 0 : 1;
}

async function findFirstFree(
  context: AuthContext,
  connection: Connection,
  identities: readonly Identity[],
): Promise<Identity | undefined> {
  for (const identity of identities) {
    const email = emailOf(identity);
    if (!email) return identity;
    const owner = await findUserByEmail(connection, email);
    if (!owner || !(await reservesAddress(context, connection, owner))) return identity;
  }
  return undefined;
}
