import type { Connection } from "../../database/port.ts";
import { endSessions, type Session } from "../sessions/sessions.ts";
import { clearOneTimeTokens } from "../tokens/one-time-tokens.ts";
import { createIdentity, findIdentity, recordProviders } from "../users/identities.ts";
import { type User, updateUser } from "../users/users.ts";

/**
 * Sets a new password, ends all other sessions, and invalidates links that were sent.
 *
 * @param session the session to keep
 */
export async function setPassword(
  connection: Connection,
  user: User,
  passwordHash: string,
  session: Session | undefined,
): Promise<User> {
  const isFirstPassword = !user.encrypted_password;
  const updatedUser = await updateUser(connection, user.id, {
    encrypted_password: passwordHash,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    email_change_sent_at: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
  });
  await clearOneTimeTokens(connection, user.id);
  await endSessions(connection, user.id, session ? "others" : "global", session?.id);
  const needsIdentity =
    isFirstPassword &&
    user.email !== null &&
    user.email_confirmed_at !== null &&
    !(await findIdentity(connection, "email", user.id));
  if (!needsIdentity) return updatedUser;
  await createIdentity(connection, user.id, "email", {
    sub: user.id,
    email: user.email,
    email_verified: true,
    phone_verified: false,
  });
  return recordProviders(connection, updatedUser);
}
