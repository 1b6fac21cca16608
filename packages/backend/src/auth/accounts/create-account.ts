import { randomInt, randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { recordAudit, userAs } from "../audit/log.ts";
import type { Auth } from "../context.ts";
import { unprocessable } from "../errors.ts";
import { callBeforeUserCreated } from "../hooks/before-user-created.ts";
import { startCooldown } from "../limits/cooldown.ts";
import { hashPassword, isPassword, unknownPasswordHash } from "../passwords/hash.ts";
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
import { confirmAddress, insertAccount, providerOf } from "./accounts.ts";
import { addMessage, beginSending, type RequestedMessage } from "./requested-messages.ts";

export type NewAccount = Account & {
  /** The UUID of the new user, if one is made. */
  readonly id?: string;
  /** Absent if the account gets no known password. */
  readonly password?: string;
  readonly data: Metadata;
  /** The message to the owner of the address, if the project asks for confirmations. */
  readonly message: RequestedMessage;
  /** True if an existing account is to be signed in, rather than asked for anew. */
  readonly isSignIn?: boolean;
};

export type AccountOutcome =
  /** The project asks for no confirmation, and the address has an account. */
  | { readonly state: "taken"; readonly user: User }
  /** The project asks for no confirmation. */
  | { readonly state: "confirmed"; readonly user: User }
  /** A message is on its way. The answer must not tell if there is a newcomer. */
  | {
      readonly state: "requested";
      readonly created: CreatedAccount | undefined;
      readonly createdAt: Date;
    };

/**
 * Makes an account for an address that has none.
 *
 * If the project asks for confirmations, the owner of the address is sent a message after the answer.
 * Until then an address with an account gets the same work as one without, so that both take as long: an
 * account like the new one is made, and rolled back
 * (docs/decisions/0030). The caller has waited for the cooldown of
 * the address ({@link startCooldown}).
 *
 * @throws {AuthError} if the hook `before_user_created`, or a trigger of the project's own, refuses it
 */
export async function createAccount(auth: Auth, account: NewAccount): Promise<AccountOutcome> {
  const { email, sms } = auth.config.auth;
  const withId = { ...account, id: randomUUID() };
  if (!(account.email ? email : sms).enable_confirmations) return createConfirmed(auth, withId);
  const outcome = await requestAccount(auth, withId);
  await beginSending(auth, account.message);
  return outcome;
}

/** The most tries at a sign-up whose account came, went or changed meanwhile. */
const maxAttempts = 4;

async function requestAccount(auth: Auth, account: NewAccount): Promise<AccountOutcome> {
  const found = await readOwner(auth.database, account);
  let checked = await hashOrCompare(account.password, found);
  if (auth.hooks.isEnabled("before_user_created")) {
    await callHook(auth, account).catch(ignoreRefusalOfExisting(account, found));
  }
  const attempt = () =>
    auth.database.transaction(async (connection) => {
      const owner = await readOwner(connection, account);
      if (!isStillCurrent(checked, owner)) return { state: "changed", owner } as const;
      const inserted = await insertOrDryRun(connection, account, owner, checked);
      const isContested = owner.exists && !checked.matches;
      await addMessage(auth, connection, { ...account.message, isContested, data: account.data });
      const createdAt = inserted?.user.created_at ?? new Date();
      return {
        state: "requested",
        created: owner.exists ? undefined : inserted,
        createdAt,
      } as const;
    });
  for (let attempts = 1; ; attempts++) {
    const outcome = await attempt().catch(async (error: unknown) => {
      // The later of two simultaneous sign-ups with one address finds the earlier's account.
      if (!isTaken(error) || attempts === maxAttempts) throw error;
      return { state: "changed", owner: await readOwner(auth.database, account) } as const;
    });
    if (outcome.state === "requested") return outcome;
    checked = await hashOrCompare(account.password, outcome.owner);
  }
}

/** The facts about an address's account that count before the answer. */
interface Owner {
  readonly exists: boolean;
  /** True while the account waits for its confirmation. */
  readonly isUnconfirmed: boolean;
  readonly encrypted_password: string | null;
}

/** Always reads one row, with an account or without: the time of a row would tell. */
async function readOwner(connection: Connection, account: Account): Promise<Owner> {
  const owner =
    account.email !== undefined
      ? selectOwnerOfEmail(account.email)
      : selectUserByPhone(account.phone);
  const { rows } = await connection.query<Owner>(sql`
    select owner.id is not null as "exists",
      owner.id is not null and owner.confirmed_at is null as "isUnconfirmed",
      owner.encrypted_password
    from (values (1)) as asked left join (${owner}) as owner on true`);
  const [row] = rows;
  if (!row) throw new Error("A row was asked for, and none was given.");
  return row;
}

/** A typed password, hashed, or compared with the hash of an account that waits for its confirmation. */
interface CheckedPassword {
  readonly hash: string;
  /** The hash that it was compared with; undefined if none. */
  readonly comparedHash: string | null | undefined;
  readonly matches: boolean;
}

/** Compares or hashes the password. Both take as long, so that the answer does not tell which it was. */
async function hashOrCompare(
  password: string | undefined,
  { isUnconfirmed, encrypted_password }: Owner,
): Promise<CheckedPassword> {
  const comparedHash = isUnconfirmed ? encrypted_password : undefined;
  if (password === undefined)
    return { hash: await unknownPasswordHash(), comparedHash, matches: false };
  if (comparedHash === undefined)
    return { hash: await hashPassword(password), comparedHash, matches: false };
  return {
    hash: comparedHash ?? "",
    comparedHash,
    matches: await isPassword(password, comparedHash),
  };
}

/** Tells if the account still has the hash that the password was compared with. */
function isStillCurrent({ comparedHash: against }: CheckedPassword, owner: Owner): boolean {
  if (owner.exists && !owner.isUnconfirmed) return true;
  return against === (owner.isUnconfirmed ? owner.encrypted_password : undefined);
}

/** Ignores a refusal of newcomers for an account that signs in, or waits for its confirmation. */
function ignoreRefusalOfExisting({ isSignIn }: NewAccount, { exists, isUnconfirmed }: Owner) {
  return (error: unknown): undefined => {
    if (!exists || !(isSignIn || isUnconfirmed)) throw error;
  };
}

/**
 * Makes the account. If the address has an owner, makes one of a similar address, which is rolled back
 * with all that the project's triggers have done.
 *
 * @returns undefined if a trigger refused the account to be rolled back
 */
async function insertOrDryRun(
  connection: Connection,
  account: NewAccount,
  owner: Owner,
  { hash }: CheckedPassword,
): Promise<CreatedAccount | undefined> {
  await connection.query(sql`savepoint new_account`);
  const candidate = owner.exists ? similarAccount(account) : account;
  const inserted = await insertAccount(connection, candidate, hash).catch(
    ignoreRefusalOfExisting(account, owner),
  );
  const end = owner.exists
    ? sql`rollback to savepoint new_account`
    : sql`release savepoint new_account`;
  await connection.query(end);
  return inserted;
}

/** The account with an unused address: at the same host, or in the same country. */
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
 * An account that waits was asked for while there were confirmations, or made by an administrator, who
 * may have invited its owner and given them rights. Without confirmations no address is proven, so only
 * the account's password, or a message to its address, confirms it
 * (docs/decisions/0008).
 */
async function createConfirmed(auth: Auth, account: NewAccount): Promise<AccountOutcome> {
  const { password } = account;
  const passwordHash = await (password === undefined
    ? unknownPasswordHash()
    : hashPassword(password));
  if (auth.hooks.isEnabled("before_user_created") && !(await findOwner(auth.database, account))) {
    await callHook(auth, account);
  }
  let compared: { readonly hash: string; readonly matches: boolean } | undefined;
  const attempt = () =>
    auth.database.transaction(async (connection) => {
      const found = await findOwner(connection, account);
      // Locked before it is judged: its link may be followed this very moment.
      const owner = found && (await lockUser(connection, found.id));
      if (owner?.confirmed_at) return { state: "taken", user: owner } as const;
      const hash = owner?.encrypted_password;
      // Comparing takes long, so it is done outside the transaction.
      if (hash && hash !== compared?.hash) return { state: "to compare", hash } as const;
      if (owner && !compared?.matches) return { state: "taken", user: owner } as const;
      const user = owner ?? (await insertAccount(connection, account, passwordHash)).user;
      await recordAudit(connection, userAs(user), "user_signedup", {
        provider: providerOf(account).provider,
        ...(account.phone ? { channel: "sms" } : {}),
      });
      return { state: "confirmed", user: await confirmAddress(connection, user, account) } as const;
    });
  for (;;) {
    const outcome = await attempt().catch((error: unknown) => {
      // Of two simultaneous sign-ups with one address, the later finds the earlier's account.
      if (isTaken(error)) return attempt();
      throw error;
    });
    if (outcome.state !== "to compare") return outcome;
    const matches = password !== undefined && (await isPassword(password, outcome.hash));
    compared = { hash: outcome.hash, matches };
  }
}

function callHook(auth: Auth, account: NewAccount): Promise<void> {
  const metadata = { appMetadata: providerOf(account), userMetadata: account.data };
  return callBeforeUserCreated(auth, { ...account, ...metadata });
}

function findOwner(connection: Connection, account: Account): Promise<User | undefined> {
  return account.email !== undefined
    ? findOwnerOfEmail(connection, account.email)
    : findUserByPhone(connection, account.phone);
}

/** @throws {AuthError} if the project is closed to sign-ups */
export function refuseWhenClosed(auth: Auth): void {
  if (!auth.config.auth.enable_signup) {
    throw unprocessable("signup_disabled", "Signups not allowed for this instance");
  }
}
