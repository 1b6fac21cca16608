import { randomInt, randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { unprocessable } from "../errors.ts";
import { callBeforeUserCreated } from "../hooks/before-user-created.ts";
import { startCooldown } from "../limits/cooldown.ts";
import { hashPassword, randomPasswordHash, verifyPassword } from "../passwords/hash.ts";
import {
  findOwnerOfEmail,
  findUserByPhone,
  isTaken,
  lockUser,
  type Metadata,
  selectOwnerOfEmail,
  selectUserByPhone,
  type User,
} from "../users/users.ts";
import type { Account, CreatedAccount } from "./accounts.ts";
import { confirmAddress, insertAccount, providerMetadata } from "./accounts.ts";
import { addMessage, beginSending, type RequestedMessage } from "./requested-messages.ts";

export type NewAccount = Account & {
  /** The UUID for the new user. */
  readonly id?: string;
  /** Undefined if the user signs up by a link or a code. */
  readonly password?: string;
  readonly data: Metadata;
  /** The message to the owner of the address, if the project requires confirmations. */
  readonly message: RequestedMessage;
  /** True if the request signs in to an existing account instead of signing up again. */
  readonly isSignIn?: boolean;
};

export type AccountOutcome =
  /** Confirmations are disabled, and the address has an account. */
  | { readonly state: "taken"; readonly user: User }
  /** Confirmations are disabled. */
  | { readonly state: "confirmed"; readonly user: User }
  /** A message has been queued. The response must not reveal whether an account was created. */
  | {
      readonly state: "requested";
      readonly created: CreatedAccount | undefined;
      readonly createdAt: Date;
    };

/**
 * Creates an account for an address that has none.
 *
 * With confirmations, the owner of the address gets a message after the response. So that the response takes equally
 * long for an address that already has an account, the same work is done for that address: a similar account is
 * inserted and rolled back (docs/decisions/0030). Callers must first pass the address's cooldown ({@link
 * startCooldown}).
 *
 * @throws {AuthError} if the hook `before_user_created` or one of the project's triggers refuses the account
 */
export async function createAccount(
  context: AuthContext,
  account: NewAccount,
): Promise<AccountOutcome> {
  const { email, sms } = context.config.auth;
  const accountWithId = { ...account, id: randomUUID() };
  if (!(account.email ? email : sms).enable_confirmations)
    return createConfirmed(context, accountWithId);
  const outcome = await requestAccount(context, accountWithId);
  await beginSending(context, account.message);
  return outcome;
}

/** The most attempts while concurrent requests create, change or delete the account. */
const maxAttempts = 4;

async function requestAccount(context: AuthContext, account: NewAccount): Promise<AccountOutcome> {
  const initialOwner = await readOwner(context.database, account);
  let checkedPassword = await hashOrCompare(account.password, initialOwner);
  if (context.hooks.isEnabled("before_user_created")) {
    await callHook(context, account).catch(ignoreRefusalOfExisting(account, initialOwner));
  }
  const attempt = () =>
    context.database.transaction(async (connection) => {
      const owner = await readOwner(connection, account);
      if (!isCurrent(checkedPassword, owner)) return { state: "changed", owner } as const;
      const insertedAccount = await insertOrDryRun(connection, account, owner, checkedPassword);
      const isContested = owner.exists && !checkedPassword.matches;
      await addMessage(context, connection, {
        ...account.message,
        isContested,
        data: account.data,
      });
      const createdAt = insertedAccount?.user.created_at ?? new Date();
      return {
        state: "requested",
        created: owner.exists ? undefined : insertedAccount,
        createdAt,
      } as const;
    });
  for (let attemptNumber = 1; ; attemptNumber++) {
    const outcome = await attempt().catch(async (error: unknown) => {
      // A simultaneous sign-up has created an account with this address.
      if (!isTaken(error) || attemptNumber === maxAttempts) throw error;
      return { state: "changed", owner: await readOwner(context.database, account) } as const;
    });
    if (outcome.state === "requested") return outcome;
    checkedPassword = await hashOrCompare(account.password, outcome.owner);
  }
}

/** The columns that a sign-up needs from the account that already has the address. */
interface Owner {
  readonly exists: boolean;
  /** True while the account is not confirmed. */
  readonly isUnconfirmed: boolean;
  readonly encrypted_password: string | null;
}

/** Reads one row whether or not there is an account, because the time to read a row is measurable. */
async function readOwner(connection: Connection, account: Account): Promise<Owner> {
  const owner =
    account.email !== undefined
      ? selectOwnerOfEmail(account.email)
      : selectUserByPhone(account.phone);
  const { rows } = await connection.query<Owner>(sql`
    select owner.id is not null as "exists",
      owner.id is not null and owner.confirmed_at is null as "isUnconfirmed",
      owner.encrypted_password
    from (values (1)) as one_row left join (${owner}) as owner on true`);
  const [row] = rows;
  if (!row) throw new Error("The database returned no row for the owner of the address.");
  return row;
}

/** A password that was hashed, or compared with the hash of an unconfirmed account. */
interface CheckedPassword {
  readonly hash: string;
  /** The hash that the password was compared with; undefined if the password was hashed instead. */
  readonly comparedHash: string | null | undefined;
  readonly matches: boolean;
}

/** Compares or hashes the password. Both take equally long, so that timing does not reveal which was done. */
async function hashOrCompare(
  password: string | undefined,
  { isUnconfirmed, encrypted_password }: Owner,
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
function isCurrent({ comparedHash }: CheckedPassword, owner: Owner): boolean {
  if (owner.exists && !owner.isUnconfirmed) return true;
  return comparedHash === (owner.isUnconfirmed ? owner.encrypted_password : undefined);
}

/** Ignores a refusal of new users if the account already exists and is unconfirmed, or the request signs in. */
function ignoreRefusalOfExisting({ isSignIn }: NewAccount, { exists, isUnconfirmed }: Owner) {
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
async function insertOrDryRun(
  connection: Connection,
  account: NewAccount,
  owner: Owner,
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
function similarAccount(account: NewAccount): NewAccount {
  const id = randomUUID();
  if (account.email === undefined) {
    const digits = String(randomInt(1_000_000)).padStart(6, "0");
    return { ...account, id, phone: `${account.phone.slice(0, 9)}${digits}` };
  }
  const host = account.email.slice(account.email.lastIndexOf("@"));
  return { ...account, id, email: `${id.slice(0, 255 - host.length)}${host}` };
}

/**
 * Creates and confirms an account in a project without confirmations. If the address already has an unconfirmed
 * account, either the project required confirmations when it was created, or an administrator created it and may have
 * given it rights. Only the account's password, or a message to its address, can confirm it (docs/decisions/0008).
 */
async function createConfirmed(context: AuthContext, account: NewAccount): Promise<AccountOutcome> {
  const { password } = account;
  const passwordHash = await (password === undefined
    ? randomPasswordHash()
    : hashPassword(password));
  if (
    context.hooks.isEnabled("before_user_created") &&
    !(await findOwner(context.database, account))
  ) {
    await callHook(context, account);
  }
  let comparison: { readonly hash: string; readonly matches: boolean } | undefined;
  const attempt = () =>
    context.database.transaction(async (connection) => {
      const foundOwner = await findOwner(connection, account);
      // Lock the account first, because a concurrent request may be confirming it through the link in its message.
      const owner = foundOwner && (await lockUser(connection, foundOwner.id));
      if (owner?.confirmed_at) return { state: "taken", user: owner } as const;
      const hash = owner?.encrypted_password;
      // Comparing is slow, so do it outside the transaction.
      if (hash && hash !== comparison?.hash) return { state: "to compare", hash } as const;
      if (owner && !comparison?.matches) return { state: "taken", user: owner } as const;
      const user = owner ?? (await insertAccount(connection, account, passwordHash)).user;
      await recordAudit(connection, userActor(user), "user_signedup", {
        provider: providerMetadata(account).provider,
        ...(account.phone ? { channel: "sms" } : {}),
      });
      return { state: "confirmed", user: await confirmAddress(connection, user, account) } as const;
    });
  for (;;) {
    const outcome = await attempt().catch((error: unknown) => {
      // A simultaneous sign-up has created an account with this address.
      if (isTaken(error)) return attempt();
      throw error;
    });
    if (outcome.state !== "to compare") return outcome;
    const matches = password !== undefined && (await verifyPassword(password, outcome.hash));
    comparison = { hash: outcome.hash, matches };
  }
}

function callHook(context: AuthContext, account: NewAccount): Promise<void> {
  const metadata = { appMetadata: providerMetadata(account), userMetadata: account.data };
  return callBeforeUserCreated(context, { ...account, ...metadata });
}

function findOwner(connection: Connection, account: Account): Promise<User | undefined> {
  return account.email !== undefined
    ? findOwnerOfEmail(connection, account.email)
    : findUserByPhone(connection, account.phone);
}

/** @throws {AuthError} 422 if the project does not allow sign-ups */
export function requireSignUpsEnabled(context: AuthContext): void {
  if (!context.config.auth.enable_signup) {
    throw unprocessable("signup_disabled", "Signups not allowed for this instance");
  }
}
