import type { Connection } from "../database/port.ts";
import { confirmEmail } from "./accounts.ts";
import { unprocessable } from "./errors.ts";
import { createIdentity, findIdentity, updateIdentityData } from "./identities.ts";
import { clearOneTimeTokens } from "./one-time-tokens.ts";
import { isTaken, type Metadata, type User, updateUser } from "./users.ts";

/** Notes that one of the two addresses of an e-mail change has confirmed it. */
export async function halfConfirmEmailChange(
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
 * Makes the new address the user's own.
 *
 * @throws {AuthError} 422 when it has become somebody else's since the change was asked for
 */
export async function changeEmail(connection: Connection, user: User): Promise<User> {
  const email = user.email_change ?? "";
  await recordIdentity(connection, user.id, "email", { email, email_verified: true });
  await clearOneTimeTokens(connection, user.id);
  const changed = await updateUser(connection, user.id, {
    email,
    email_change: "",
    email_change_confirm_status: 0,
    is_anonymous: false,
  }).catch((error: unknown) => {
    throw isTaken(error) ? emailTaken() : error;
  });
  return changed.email_confirmed_at ? changed : confirmEmail(connection, changed);
}

/** Likewise the new number. */
export async function changePhone(connection: Connection, user: User): Promise<User> {
  const phone = user.phone_change ?? "";
  await recordIdentity(connection, user.id, "phone", { phone, phone_verified: true });
  await clearOneTimeTokens(connection, user.id);
  return updateUser(connection, user.id, {
    phone,
    phone_change: "",
    phone_confirmed_at: new Date(),
    is_anonymous: false,
  }).catch((error: unknown) => {
    throw isTaken(error) ? phoneTaken() : error;
  });
}

/** Notes an address in the user's identity by e-mail or phone, which is made where there is none. */
export async function recordIdentity(
  connection: Connection,
  userId: string,
  provider: "email" | "phone",
  claims: Metadata,
): Promise<void> {
  const identity = await findIdentity(connection, provider, userId);
  if (identity) await updateIdentityData(connection, identity, claims);
  else {
    const unverified = { email_verified: false, phone_verified: false };
    await createIdentity(connection, userId, provider, { ...unverified, ...claims, sub: userId });
  }
}
