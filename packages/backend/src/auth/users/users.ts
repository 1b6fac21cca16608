import { randomUUID } from "node:crypto";
import { DatabaseError } from "../../database/errors.ts";
import type { Connection, Rows } from "../../database/port.ts";
import { identifier, join, type Sql, sql } from "../../database/sql.ts";
import { writeFailureHandler } from "../errors.ts";
import { lowerCaseAddress, lowerCaseInSql } from "../lower-case.ts";

/** A row of `auth.users`, without the columns that the backend does not read. */
export interface User {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Date | null;
  readonly invited_at: Date | null;
  readonly phone: string | null;
  readonly phone_confirmed_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change: string | null;
  readonly email_change_sent_at: Date | null;
  readonly email_change_confirm_status: number;
  readonly phone_change: string | null;
  readonly phone_change_sent_at: Date | null;
  readonly reauthentication_sent_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: Metadata | null;
  readonly raw_user_meta_data: Metadata | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly banned_until: Date | null;
  readonly deleted_at: Date | null;
  readonly is_sso_user: boolean;
  readonly is_anonymous: boolean;
}

export type Metadata = Record<string, unknown>;

/** The audience and role of every user, unless an administrator sets others. */
export const defaultAudience = "authenticated";

export async function findUser(connection: Connection, id: string): Promise<User | undefined> {
  return (await connection.query<User>(selectUsers(id))).rows[0];
}

export function selectUsers(...ids: readonly string[]): Sql {
  return sql`select * from auth.users where id = any(${ids}::uuid[])`;
}

/** Finds a user and locks the row until the transaction ends, so that two changes to one user do not overlap. */
export async function lockUser(connection: Connection, id: string): Promise<User | undefined> {
  return findOne(connection, sql`id = ${id} for update`);
}

/** The length of the column `email`, in characters. Phone numbers are shorter. */
const maxAddressLength = 255;

/** Finds the user who signs in with the address. SSO users, who may share it, are left out. */
export async function findUserByEmail(
  connection: Connection,
  email: string,
): Promise<User | undefined> {
  if (email.length > maxAddressLength) return undefined;
  return findOne(
    connection,
    sql`${hasEmail([email])} and aud = ${defaultAudience} and is_sso_user = false
      order by email = ${lowerCaseAddress(email)} desc, created_at, id limit 1`,
  );
}

/**
 * Returns the condition that a row of `auth.users` has one of the addresses. Imported rows may have upper-case letters;
 * the reference also compares in lower case (`FindUserByEmailAndAudience`). Each branch uses an index. The last is on
 * `(instance_id, lower(email))`, whose `lower` also folds letters outside ASCII, so its result is compared once more.
 */
export function hasEmail(emails: readonly string[]): Sql {
  const addresses = emails.map(lowerCaseAddress);
  return sql`(email = any(${addresses}::text[]) or lower(email) = any(${addresses}::text[])
    and ${lowerCaseInSql(sql`email`)} = any(${addresses}::text[])
    and (instance_id = '00000000-0000-0000-0000-000000000000' or instance_id is null))`;
}

/**
 * Returns the condition that a row of `auth.identities` has one of the addresses, verified by its provider.
 * The index is on the generated column `email`, whose `lower` also folds letters outside ASCII.
 */
export function hasVerifiedEmail(emails: readonly string[]): Sql {
  const addresses = emails.map(lowerCaseAddress);
  return sql`(email = any(${addresses}::text[])
    and ${lowerCaseInSql(sql`identity_data ->> 'email'`)} = any(${addresses}::text[])
    and identity_data ->> 'email_verified' = 'true')`;
}

/** Returns whether two addresses are the same mailbox. Two missing addresses are also the same. */
export function isSameEmail(a: string | null | undefined, b: string | null | undefined): boolean {
  return lowerCaseAddress(a ?? "") === lowerCaseAddress(b ?? "");
}

export async function findUserByPhone(
  connection: Connection,
  phone: string,
): Promise<User | undefined> {
  if (phone.length > maxAddressLength) return undefined;
  return (await connection.query<User>(selectUserByPhone(phone))).rows[0];
}

/** Returns the statement of {@link findUserByPhone}. */
export function selectUserByPhone(phone: string): Sql {
  return sql`
    select * from auth.users
    where phone = ${phone} and aud = ${defaultAudience} and is_sso_user = false`;
}

/**
 * Returns the user who owns an address: it is the user's own, or that of an identity whose provider verified it. SSO
 * identities are ignored (supabase/auth, `IsDuplicatedEmail`). Unlike in the reference, unverified identities are
 * ignored, too: anyone can type an address at a provider.
 */
export async function findOwnerOfEmail(
  connection: Connection,
  email: string,
  exceptUserId?: string,
): Promise<User | undefined> {
  return (await connection.query<User>(selectOwnerOfEmail(email, exceptUserId))).rows[0];
}

/**
 * Returns the statement of {@link findOwnerOfEmail}. Two indexes find the candidates; with `or` instead of
 * the union, PostgreSQL would read every user.
 */
export function selectOwnerOfEmail(email: string, exceptUserId?: string): Sql {
  return sql`
    select * from auth.users
    where aud = ${defaultAudience} and is_sso_user = false and id is distinct from ${exceptUserId ?? null}
      and id in (
        select id from auth.users where ${hasEmail([email])} and is_sso_user = false
        union all
        select user_id from auth.identities
        where ${hasVerifiedEmail([email])} and provider not like 'sso:%')
    order by created_at limit 1`;
}

export interface NewUser {
  /** A UUID; generated if absent. */
  readonly id?: string;
  readonly audience?: string;
  readonly role?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly passwordHash?: string;
  readonly appMetadata: Metadata;
  readonly userMetadata: Metadata;
  readonly isAnonymous?: boolean;
  /** True if the user can only sign in with an SSO identity provider. Other users may have the same address. */
  readonly isSsoUser?: boolean;
}

/**
 * Creates a user without a confirmed address. The project's triggers may change the row.
 *
 * @throws {DatabaseError} 23505 if another user has the address ({@link isTakenError})
 * @throws {AuthError} 500 if the database refuses the user, most likely in one of the project's triggers; the message
 * is for the log
 */
export async function createUser(connection: Connection, user: NewUser): Promise<User> {
  const id = user.id ?? randomUUID();
  const insertUserSql = sql`
    insert into auth.users (
      instance_id, id, aud, role, email, phone, encrypted_password,
      raw_app_meta_data, raw_user_meta_data, is_anonymous, is_sso_user, created_at, updated_at,
      confirmation_token, recovery_token, email_change_token_new, email_change
    ) values (
      '00000000-0000-0000-0000-000000000000', ${id}, ${user.audience ?? defaultAudience},
      ${user.role ?? "authenticated"},
      ${user.email ?? null}, ${user.phone ?? null}, ${user.passwordHash ?? ""},
      ${user.appMetadata}, ${user.userMetadata}, ${user.isAnonymous ?? false},
      ${user.isSsoUser ?? false}, now(), now(),
      '', '', '', ''
    )`;
  await connection
    .query(insertUserSql)
    .catch(writeFailureHandler("Database error saving new user"));
  // Read the row again, because RETURNING does not include the changes of AFTER triggers.
  const createdUser = await findUser(connection, id);
  if (!createdUser) throw new Error("A trigger deleted the new user.");
  return createdUser;
}

/** Returns whether the error says that another user has the address or number. */
export function isTakenError(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === "23505" &&
    error.schema === "auth" &&
    error.table === "users"
  );
}

/** The columns that can be changed; all others are fixed or derived. */
export type UserChanges = Partial<Omit<User, "id" | "confirmed_at" | "created_at" | "updated_at">>;

/** Changes columns of one user and returns the whole row. */
export async function updateUser(
  connection: Connection,
  id: string,
  changes: UserChanges,
): Promise<User> {
  return requireRow(await connection.query<User>(updateOfUser(id, changes)));
}

/** Returns the statement of {@link updateUser}, to send in a batch with other statements. */
export function updateOfUser(id: string, changes: UserChanges): Sql {
  const assignments = Object.entries(changes).map(
    ([column, value]): Sql => sql`${identifier(column)} = ${value}`,
  );
  return sql`
    update auth.users set ${join([...assignments, sql`updated_at = now()`])}
    where id = ${id} returning *`;
}

/** Returns the row of an `update … returning *`, and throws if the user no longer exists. */
export function requireRow({ rows: [user] }: Rows<User>): User {
  if (!user) throw new Error("The user no longer exists.");
  return user;
}

export async function deleteUser(connection: Connection, id: string): Promise<void> {
  await connection.query(sql`delete from auth.users where id = ${id}`);
}

/** Deletes a user unless they have confirmed an address. */
export async function deleteUnconfirmedUser(connection: Connection, id: string): Promise<void> {
  await connection.query(sql`delete from auth.users where id = ${id} and confirmed_at is null`);
}

/** Returns the metadata after a change: `null` removes a key, any other value sets it. */
export function mergeMetadata(metadata: Metadata | null, changes: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries({ ...metadata, ...changes }).filter(
      ([key, value]) => value !== null || !Object.hasOwn(changes, key),
    ),
  );
}

export function isBanned(user: User): boolean {
  return user.banned_until !== null && user.banned_until > new Date();
}

async function findOne(connection: Connection, condition: Sql): Promise<User | undefined> {
  const { rows } = await connection.query<User>(sql`select * from auth.users where ${condition}`);
  return rows[0];
}
