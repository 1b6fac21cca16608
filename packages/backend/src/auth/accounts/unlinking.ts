import type { Connection } from "../../database/port.ts";
import { type Actor, recordAudit } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { unprocessable } from "../errors.ts";
import { clearOneTimeTokens } from "../tokens/one-time-tokens.ts";
import {
  deleteIdentity,
  emailOf,
  type Identity,
  identitiesOf,
  identityTraits,
  recordProviders,
} from "../users/identities.ts";
import { isSameEmail, type User, updateUser } from "../users/users.ts";
import { confirmEmail } from "./accounts.ts";
import { isProven, verifiesAddressOf, wasProvenBefore } from "./possession.ts";
import { setEmailFromIdentities, setPrimaryEmail } from "./primary-email.ts";

/**
 * Unlinks an identity from an account, whose row is locked.
 *
 * @returns the provider of the identity
 * @throws {AuthError} 422 if the identity is the account's only one, is another account's, or cannot be unlinked
 * because of its address
 */
export async function removeIdentity(
  context: AuthContext,
  connection: Connection,
  user: User,
  identityId: string,
  actor: Actor,
  address?: string,
): Promise<string> {
  const identities = await identitiesOf(connection, user.id);
  if (identities.length <= 1) {
    throw unprocessable(
      "single_identity_not_deletable",
      "User must have at least 1 identity after unlinking",
    );
  }
  const identity = identities.find(({ id }) => id === identityId.toLowerCase());
  if (!identity) throw unprocessable("identity_not_found", "Identity doesn't exist");
  await deleteIdentity(connection, identity);
  await recordAudit(connection, actor, "identity_unlinked", identityTraits(identity), address);
  const updatedUser = await detachAddress(context, connection, user, identity);
  if (!updatedUser) {
    throw unprocessable(
      "email_conflict_identity_not_deletable",
      "Unable to unlink identity due to email conflict",
    );
  }
  await recordProviders(connection, updatedUser);
  return identity.provider;
}

/** Removes the address of an unlinked identity from its account. */
function detachAddress(
  context: AuthContext,
  connection: Connection,
  user: User,
  unlinked: Identity,
): Promise<User | undefined> {
  return unlinked.provider === "phone"
    ? detachPhone(context, connection, user)
    : detachEmail(context, connection, user, unlinked);
}

/**
 * With `double_confirm_changes`, unlinking must not change the address. Otherwise a thief with a session could link
 * their own account, unlink the owner's, and take over the account's address.
 *
 * @returns undefined if the account's address would change, or would no longer belong to any identity
 */
async function detachEmail(
  context: AuthContext,
  connection: Connection,
  user: User,
  unlinked: Identity,
): Promise<User | undefined> {
  const { double_confirm_changes: needsDoubleConfirmation } = context.config.auth.email;
  if (!needsDoubleConfirmation || !user.email)
    return setEmailFromIdentities(context, connection, user);
  if (!isSameEmail(emailOf(unlinked), user.email)) return user;
  const remainingIdentities = await identitiesOf(connection, user.id);
  if (remainingIdentities.some((identity) => verifiesAddressOf(identity, user))) return user;
  // If the owner had another sign-in method before the address, the address may be a stranger's.
  const emailConfirmedAt = user.email_confirmed_at;
  const hasEarlierMethod =
    wasProvenBefore(user.phone_confirmed_at, emailConfirmedAt) ||
    // Ignore the phone identity, because it keeps its creation date when the number changes.
    remainingIdentities.some(
      ({ provider, email, created_at }) =>
        provider !== "phone" && !email && wasProvenBefore(created_at, emailConfirmedAt),
    );
  return hasEarlierMethod ? setPrimaryEmail(connection, user, null) : undefined;
}

/**
 * Removes the account's phone number.
 *
 * @returns undefined if the number is the owner's only address for signing in again
 */
async function detachPhone(
  context: AuthContext,
  connection: Connection,
  { id }: User,
): Promise<User | undefined> {
  const user = await updateUser(connection, id, { phone: null, phone_confirmed_at: null });
  // A code that was sent to the number could still sign in to the account.
  await clearOneTimeTokens(connection, id);
  if (isProven(user)) return user;
  const userWithEmail = await setEmailFromIdentities(context, connection, user);
  return userWithEmail?.email ? confirmEmail(connection, userWithEmail) : userWithEmail;
}
