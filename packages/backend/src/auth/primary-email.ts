import type { Connection } from "../database/port.ts";
import { type Identity, identitiesOf } from "./identities.ts";
import { clearOneTimeTokens } from "./one-time-tokens.ts";
import { findUserByEmail, mergeMetadata, type User, updateUser } from "./users.ts";

/**
 * Gives a user the address of one of their identities, unless theirs is among them already: a
 * verified one rather than an unverified, an older rather than a newer
 * (supabase/auth, `UpdateUserEmailFromIdentities`).
 *
 * @returns undefined when each of the addresses is another user's
 */
export async function takeEmailFromIdentities(
  connection: Connection,
  user: User,
  autoconfirm: boolean,
): Promise<User | undefined> {
  const identities = await identitiesOf(connection, user.id);
  if (identities.some((identity) => (identity.email ?? "") === (user.email ?? ""))) return user;
  const ranked = identities.toSorted((one, other) => rank(one) - rank(other));
  const chosen = await firstFree(connection, ranked);
  if (!chosen) return undefined;

  await clearOneTimeTokens(connection, user.id);
  const stays = chosen.email && (isVerified(chosen) || autoconfirm);
  return updateUser(connection, user.id, {
    email: chosen.email,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    email_change: "",
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    phone_change: "",
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    ...(stays
      ? {}
      : {
          email_confirmed_at: null,
          raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: false }),
        }),
  });
}

function rank(identity: Identity): number {
  if (!identity.email) return 2;
  return isVerified(identity) ? 0 : 1;
}

function isVerified(identity: Identity): boolean {
  return identity.identity_data["email_verified"] === true;
}

async function firstFree(
  connection: Connection,
  identities: readonly Identity[],
): Promise<Identity | undefined> {
  for (const identity of identities) {
    if (!identity.email || !(await findUserByEmail(connection, identity.email))) return identity;
  }
  return undefined;
}
