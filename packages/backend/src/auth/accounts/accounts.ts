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

/** The address of an account: an e-mail address or a phone number. */
export type Account =
  | { readonly email: string; readonly phone?: undefined }
  | { readonly phone: string; readonly email?: undefined };

/** A user whose account was just made, with their identities. */
export interface CreatedAccount {
  readonly user: User;
  readonly identities: readonly Identity[];
}

/**
 * Makes a user without a confirmed address, and their identity by e-mail or phone.
 *
 * @throws {DatabaseError} see {@link isTaken}
 * @throws {AuthError} 500 when a trigger of the project's own refuses it
 */
export async function insertAccount(
  connection: Connection,
  account: Account & { readonly id?: string; readonly data: Metadata },
  passwordHash: string,
): Promise<CreatedAccount> {
  const appMetadata = providerOf(account);
  const { provider } = appMetadata;
  const created = await createUser(connection, {
    ...(account.id ? { id: account.id } : {}),
    ...(account.email !== undefined ? { email: account.email } : { phone: account.phone }),
    passwordHash,
    appMetadata,
    userMetadata: account.data,
  });
  const existing = await findIdentity(connection, provider, created.id);
  if (existing) return { user: created, identities: [existing] };
  const claims = identityClaims(created.id, account, account.data);
  const identity = await createIdentity(connection, created.id, provider, claims);
  const raw_user_meta_data = mergeMetadata(created.raw_user_meta_data, claims);
  const user = await updateUser(connection, created.id, { raw_user_meta_data });
  return { user, identities: [identity] };
}

export function providerOf(account: Account): { provider: "email" | "phone"; providers: string[] } {
  const provider = account.email !== undefined ? "email" : "phone";
  return { provider, providers: [provider] };
}

/** Marks the address of an account as proven. */
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
 * Marks a user's e-mail address as proven. An address that was proven before keeps its date, so that an
 * addition of a later session stays the younger (`recovery.ts`). Messages sent to the user before open
 * nothing any more.
 */
export async function confirmEmail(connection: Connection, user: User): Promise<User> {
  await clearOneTimeTokens(connection, user.id);
  // The owner of a just confirmed address may ask for a link without waiting.
  if (user.email) await resetCooldown(connection, user.email);
  return updateUser(connection, user.id, {
    email_confirmed_at: user.email_confirmed_at ?? new Date(),
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: true }),
  });
}
