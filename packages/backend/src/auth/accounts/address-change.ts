import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { AuthContext } from "../context.ts";
import { unprocessable } from "../errors.ts";
import { clearOneTimeTokens } from "../tokens/one-time-tokens.ts";
import { recordIdentity } from "../users/identities.ts";
import { findUserByEmail, isTakenError, type User, updateUser } from "../users/users.ts";
import { confirmEmail } from "./accounts.ts";
import { releaseAddress } from "./possession.ts";

/** Records which session requested a pending change of address. */
export async function recordChangeSession(
  connection: Connection,
  userId: string,
  kind: "email" | "phone",
  sessionId: string | undefined,
): Promise<void> {
  if (sessionId === undefined) return;
  await connection.query(sql`
    insert into portico.address_changes (user_id, kind, session_id)
    values (${userId}, ${kind}, ${sessionId})
    on conflict (user_id, kind) do update set session_id = excluded.session_id`);
}

/**
 * Cancels the pending address changes that a user's other sessions requested. Called when those sessions end, because a
 * resent code would let them back in. The current session's own change stays pending, as in the reference.
 */
export async function cancelChangesOfOtherSessions(
  connection: Connection,
  userId: string,
  sessionId: string | undefined,
): Promise<void> {
  const { rows } = await connection.query(sql`
    delete from portico.address_changes
    where user_id = ${userId} and session_id is distinct from ${sessionId ?? null}
    returning user_id`);
  if (rows.length > 0) await clearOneTimeTokens(connection, userId);
}

/** Records that one of the two addresses of an e-mail change has confirmed it. */
export async function markEmailChangeHalfConfirmed(
  connection: Connection,
  user: User,
): Promise<undefined> {
  await updateUser(connection, user.id, { email_change_confirm_status: 1 });
}

export const emailTaken = () =>
  unprocessable("email_exists", "A user with this email address has already been registered");
export const phoneTaken = () =>
  unprocessable("phone_exists", "A user with this phone number has already been registered");

/**
 * Completes a change of the e-mail address.
 *
 * @throws {AuthError} 422 when another account has taken the address in the meantime
 */
export async function changeEmail(
  context: AuthContext,
  connection: Connection,
  user: User,
): Promise<User> {
  const email = user.email_change ?? "";
  await releaseAddress(context, connection, { email }, user);
  // The unique index is case-sensitive, so check for an address that differs only in case.
  const owner = await findUserByEmail(connection, email);
  if (owner && owner.id !== user.id) throw emailTaken();
  await recordIdentity(connection, user.id, "email", { email, email_verified: true });
  await clearOneTimeTokens(connection, user.id);
  const updatedUser = await updateUser(connection, user.id, {
    email,
    email_change: "",
    email_change_confirm_status: 0,
    is_anonymous: false,
  }).catch((error: unknown) => {
    throw isTakenError(error) ? emailTaken() : error;
  });
  return updatedUser.email_confirmed_at ? updatedUser : confirmEmail(connection, updatedUser);
}

/**
 * Completes a change of the phone number.
 *
 * @throws {AuthError} 422 when another account has taken the number in the meantime
 */
export async function changePhone(
  context: AuthContext,
  connection: Connection,
  user: User,
): Promise<User> {
  const phone = user.phone_change ?? "";
  await releaseAddress(context, connection, { phone }, user);
  await recordIdentity(connection, user.id, "phone", { phone, phone_verified: true });
  await clearOneTimeTokens(connection, user.id);
  return updateUser(connection, user.id, {
    phone,
    phone_change: "",
    phone_confirmed_at: new Date(),
    is_anonymous: false,
  }).catch((error: unknown) => {
    throw isTakenError(error) ? phoneTaken() : error;
  });
}
