import type { Connection } from "../../database/port.ts";
import { resetCooldown } from "../limits/cooldown.ts";
import { clearOneTimeTokens } from "../tokens/one-time-tokens.ts";
import {
  createIdentity,
  findIdentity,
  type Identity,
  identityClaims,
} from "../users/identities.ts";
import { createUser, type Metadata, mergeMetadata, type User, updateUser } from "../users/users.ts";

/** The e-mail address or phone number of an account. */
export type Account =
  | { readonly email: string; readonly phone?: undefined }
  | { readonly phone: string; readonly email?: undefined };

/** A user who was just created, with their identities. */
export interface CreatedAccount {
  readonly user: User;
  readonly identities: readonly Identity[];
}

/**
 * Creates a user without a confirmed address, with an e-mail or phone identity.
 *
 * @throws {DatabaseError} 23505 if another user has the address ({@link isTakenError})
 * @throws {AuthError} 500 if one of the project's triggers refuses the user
 */
export async function insertAccount(
  connection: Connection,
  account: Account & { readonly id?: string; readonly data: Metadata },
  passwordHash: string,
): Promise<CreatedAccount> {
  const appMetadata = providerMetadata(account);
  const { provider } = appMetadata;
  const createdUser = await createUser(connection, {
    ...(account.id ? { id: account.id } : {}),
    ...(account.email !== undefined ? { email: account.email } : { phone: account.phone }),
    passwordHash,
    appMetadata,
    userMetadata: account.data,
  });
  const existing = await findIdentity(connection, provider, createdUser.id);
  if (existing) return { user: createdUser, identities: [existing] };
  const claims = identityClaims(createdUser.id, account, account.data);
  const identity = await createIdentity(connection, createdUser.id, provider, claims);
  const raw_user_meta_data = mergeMetadata(createdUser.raw_user_meta_data, claims);
  const user = await updateUser(connection, createdUser.id, { raw_user_meta_data });
  return { user, identities: [identity] };
}

export function providerMetadata(account: Account): {
  provider: "email" | "phone";
  providers: string[];
} {
  const provider = account.email !== undefined ? "email" : "phone";
  return { provider, providers: [provider] };
}

/** Marks the address of an account as confirmed. */
export async function confirmAddress(
  connection: Connection,
  user: User,
  account: Account,
): Promise<User> {
  return account.email
    ? confirmEmail(connection, user)
    : updateUser(connection, user.id, { phone_confirmed_at: new Date() });
}

/**
 * Marks a user's e-mail address as confirmed, and invalidates earlier messages. If the address was already confirmed,
 * keeps its date, so that sign-in methods that were added since then are still newer than the address (`recovery.ts`).
 */
export async function confirmEmail(connection: Connection, user: User): Promise<User> {
  await clearOneTimeTokens(connection, user.id);
  // The owner has just confirmed the address, so they may request a link without waiting.
  if (user.email) await resetCooldown(connection, user.email);
  return updateUser(connection, user.id, {
    email_confirmed_at: user.email_confirmed_at ?? new Date(),
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: true }),
  });
}
