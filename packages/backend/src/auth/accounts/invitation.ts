import type { Connection } from "../../database/port.ts";
import { type Actor, recordAudit, traitsOf } from "../audit/log.ts";
import { recordIdentity } from "../users/identities.ts";
import { limitMetadata } from "../users/metadata-limit.ts";
import {
  createUser,
  findUserByEmail,
  isTakenError,
  lockUser,
  type Metadata,
  mergeMetadata,
  type User,
  updateUser,
} from "../users/users.ts";
import { emailTaken } from "./address-change.ts";
import { isProven, resetUnprovenAccount } from "./possession.ts";

/**
 * Marks an account as invited, and creates it if necessary.
 *
 * @throws {AuthError} 422 if the account is already confirmed
 */
export async function inviteByEmail(
  connection: Connection,
  administrator: Actor,
  email: string,
  data: Metadata,
): Promise<{ readonly user: User; readonly isNew: boolean }> {
  const existing = await findUserByEmail(connection, email);
  const unconfirmedUser = existing && (await lockUser(connection, existing.id));
  if (unconfirmedUser?.email_confirmed_at) throw emailTaken();
  const user = unconfirmedUser
    ? await resetForInvitation(connection, unconfirmedUser, data)
    : await createByEmail(connection, email, data);
  const invitedUser = await updateUser(connection, user.id, { invited_at: new Date() });
  const { user_id, user_email } = traitsOf(invitedUser);
  await recordAudit(connection, administrator, "user_invited", { user_id, user_email });
  return { user: invitedUser, isNew: !unconfirmedUser };
}

/** Resets an unconfirmed account, because a stranger may have signed up with the invited person's address. */
async function resetForInvitation(
  connection: Connection,
  user: User,
  data: Metadata,
): Promise<User> {
  if (isProven(user)) return user;
  const resetUser = await resetUnprovenAccount(connection, user);
  const raw_user_meta_data = mergeMetadata(resetUser.raw_user_meta_data, data);
  limitMetadata(raw_user_meta_data, resetUser.raw_user_meta_data);
  return updateUser(connection, resetUser.id, { raw_user_meta_data });
}

/** Creates an unconfirmed user with an e-mail address. */
export async function createByEmail(
  connection: Connection,
  email: string,
  data: Metadata,
  passwordHash?: string,
): Promise<User> {
  const user = await createUser(connection, {
    email,
    ...(passwordHash ? { passwordHash } : {}),
    appMetadata: { provider: "email", providers: ["email"] },
    userMetadata: data,
  });
  await recordIdentity(connection, user.id, "email", { email });
  return user;
}

/** Throws `email_exists` in place of the unique violation that a simultaneous request for the same address causes. */
export function rethrowAsEmailTaken(error: unknown): never {
  throw isTakenError(error) ? emailTaken() : error;
}
