import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { lowerCaseAddress } from "../lower-case.ts";
import { type Metadata, mergeMetadata, type User, updateUser } from "./users.ts";

/** A row of `auth.identities`: an e-mail address, a phone number or a provider's account. */
export interface Identity {
  readonly id: string;
  /** The provider's id of the account. For `email` and `phone` it is the user's id. */
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: Metadata;
  readonly provider: string;
  readonly email: string | null;
  readonly last_sign_in_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Returns an identity as the audit log describes it in its traits. */
export function identityTraits({ id, provider, provider_id }: Identity): Record<string, unknown> {
  return { identity_id: id, provider, provider_id };
}

export async function identitiesOf(connection: Connection, userId: string): Promise<Identity[]> {
  return (await connection.query<Identity>(selectIdentities(userId))).rows;
}

export function selectIdentities(...userIds: readonly string[]): Sql {
  return sql`
    select * from auth.identities where user_id = any(${userIds}::uuid[])
    order by created_at, provider`;
}

export async function findIdentity(
  connection: Connection,
  provider: string,
  providerId: string,
): Promise<Identity | undefined> {
  const { rows } = await connection.query<Identity>(sql`
    select * from auth.identities where provider = ${provider} and provider_id = ${providerId}`);
  return rows[0];
}

/**
 * @param data the provider's claims about the account; `sub` is its id
 * @throws {DatabaseError} 23505 if the account already belongs to a user
 */
export async function createIdentity(
  connection: Connection,
  userId: string,
  provider: string,
  data: Metadata & { readonly sub: string },
): Promise<Identity> {
  const { rows } = await connection.query<Identity>(sql`
    insert into auth.identities
      (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${data.sub}, ${userId}, ${data}, ${provider}, now(), now(), now())
    returning *`);
  const [identity] = rows;
  if (!identity) throw new Error("A trigger refused the identity.");
  return identity;
}

export async function updateIdentityData(
  connection: Connection,
  identity: Identity,
  changes: Metadata,
): Promise<void> {
  await connection.query(sql`
    update auth.identities
    set identity_data = ${mergeMetadata(identity.identity_data, changes)}, updated_at = now()
    where id = ${identity.id}`);
}

export async function deleteIdentity(connection: Connection, { id }: Identity): Promise<void> {
  await connection.query(sql`delete from auth.identities where id = ${id}`);
}

/** Returns the claims of an e-mail or phone identity, which the user's metadata also contains. */
export function identityClaims(
  userId: string,
  { email }: { readonly email?: string | null | undefined },
  data: Metadata,
): Metadata & { sub: string } {
  // Accounts are found by the address of their identity, so the caller's metadata must not set it.
  const { email: _email, phone: _phone, ...otherData } = data;
  return {
    ...otherData,
    sub: userId,
    ...(email ? { email } : {}),
    email_verified: false,
    phone_verified: false,
  };
}

/**
 * Returns the identity's address with ASCII letters in lower case. The column `email` is not used, because it also
 * folds other letters, and the result may be another person's mailbox.
 */
export function emailOf({ identity_data, email }: Identity): string | null {
  const address = identity_data["email"];
  return email && typeof address === "string" ? lowerCaseAddress(address) : email;
}

/** Returns whether the provider has verified the identity's address. */
export function isVerified({ identity_data }: Identity): boolean {
  return identity_data["email_verified"] === true;
}

/** Records an address in the user's e-mail or phone identity, and creates the identity if necessary. */
export async function recordIdentity(
  connection: Connection,
  userId: string,
  provider: "email" | "phone",
  claims: Metadata,
): Promise<void> {
  const identity = await findIdentity(connection, provider, userId);
  if (identity) await updateIdentityData(connection, identity, claims);
  else {
    const unverifiedFlags = { email_verified: false, phone_verified: false };
    await createIdentity(connection, userId, provider, {
      ...unverifiedFlags,
      ...claims,
      sub: userId,
    });
  }
}

/** Records the user's providers in their `app_metadata`. */
export async function recordProviders(connection: Connection, user: User): Promise<User> {
  const identities = await identitiesOf(connection, user.id);
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const [provider] = providers;
  return updateUser(connection, user.id, {
    raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, {
      ...(provider ? { provider } : {}),
      providers,
    }),
  });
}
