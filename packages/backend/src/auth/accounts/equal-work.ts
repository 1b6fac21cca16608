// Timing must not reveal whether an address has an account, so a sign-up does the same work in both cases
// (docs/decisions/0030). The same holds elsewhere: `verifyPassword` (passwords/hash.ts) compares with a dummy hash,
// `countAttempt` (tokens/code-attempts.ts) counts attempts for unknown addresses, requested-messages.ts chooses the
// message after the response, and `simulateSending` (messages/send-token-emails.ts) contacts the mail server.

import { randomInt, randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { hashPassword, randomPasswordHash, verifyPassword } from "../passwords/hash.ts";
import { type Metadata, selectOwnerOfEmail, selectUserByPhone } from "../users/users.ts";
import type { Account, CreatedAccount } from "./accounts.ts";
import { insertAccount } from "./accounts.ts";

type AccountToInsert = Account & {
  readonly id?: string;
  readonly data: Metadata;
  /** True if the request signs in to an existing account instead of signing up again. */
  readonly isSignIn?: boolean;
};

/** The columns that a sign-up needs from the account that already has the address. */
export interface AddressOwner {
  readonly exists: boolean;
  readonly isUnconfirmed: boolean;
  readonly encrypted_password: string | null;
}

/** Reads one row whether or not there is an account, because the time to read a row is measurable. */
export async function readAddressOwner(
  connection: Connection,
  account: Account,
): Promise<AddressOwner> {
  const owner =
    account.email !== undefined
      ? selectOwnerOfEmail(account.email)
      : selectUserByPhone(account.phone);
  const { rows } = await connection.query<AddressOwner>(sql`
    select owner.id is not null as "exists",
      owner.id is not null and owner.confirmed_at is null as "isUnconfirmed",
      owner.encrypted_password
    from (values (1)) as one_row left join (${owner}) as owner on true`);
  const [row] = rows;
  if (!row) throw new Error("The database returned no row for the owner of the address.");
  return row;
}

/** A password that was hashed, or compared with the hash of an unconfirmed account. */
export interface CheckedPassword {
  readonly hash: string;
  /** The hash that the password was compared with; undefined if the password was hashed instead. */
  readonly comparedHash: string | null | undefined;
  readonly matches: boolean;
}

/** Compares or hashes the password. Both take equally long, so that timing does not reveal which was done. */
export async function hashOrCompare(
  password: string | undefined,
  { isUnconfirmed, encrypted_password }: AddressOwner,
): Promise<CheckedPassword> {
  const comparedHash = isUnconfirmed ? encrypted_password : undefined;
  if (password === undefined)
    return { hash: await randomPasswordHash(), comparedHash, matches: false };
  if (comparedHash === undefined)
    return { hash: await hashPassword(password), comparedHash, matches: false };
  return {
    hash: comparedHash ?? "",
    comparedHash,
    matches: await verifyPassword(password, comparedHash),
  };
}

/** Returns whether the account still has the hash that the password was compared with. */
export function isPasswordCurrent({ comparedHash }: CheckedPassword, owner: AddressOwner): boolean {
  if (owner.exists && !owner.isUnconfirmed) return true;
  return comparedHash === (owner.isUnconfirmed ? owner.encrypted_password : undefined);
}

/** Ignores a refusal of new users if the account already exists and is unconfirmed, or the request signs in. */
export function ignoreRefusalOfExisting(
  { isSignIn }: AccountToInsert,
  { exists, isUnconfirmed }: AddressOwner,
) {
  return (error: unknown): undefined => {
    if (!exists || !(isSignIn || isUnconfirmed)) throw error;
  };
}

/**
 * Inserts the account. If the address has an owner, inserts one with a similar address instead and rolls it
 * back, together with the effects of the project's triggers.
 *
 * @returns undefined if a trigger refused the dry run
 */
export async function insertOrDryRun(
  connection: Connection,
  account: AccountToInsert,
  owner: AddressOwner,
  { hash }: CheckedPassword,
): Promise<CreatedAccount | undefined> {
  await connection.query(sql`savepoint new_account`);
  const candidate = owner.exists ? similarAccount(account) : account;
  const insertedAccount = await insertAccount(connection, candidate, hash).catch(
    ignoreRefusalOfExisting(account, owner),
  );
  const endSavepoint = owner.exists
    ? sql`rollback to savepoint new_account`
    : sql`release savepoint new_account`;
  await connection.query(endSavepoint);
  return insertedAccount;
}

/** Returns the account with an unused address at the same host, or an unused number in the same country. */
function similarAccount(account: AccountToInsert): AccountToInsert {
  const id = randomUUID();
  if (account.email === undefined) {
    const digits = String(randomInt(1_000_000)).padStart(6, "0");
    return { ...account, id, phone: `${account.phone.slice(0, 9)}${digits}` };
  }
  const host = account.email.slice(account.email.lastIndexOf("@"));
  return { ...account, id, email: `${id.slice(0, 255 - host.length)}${host}` };
}
