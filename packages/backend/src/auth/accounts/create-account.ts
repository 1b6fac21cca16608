import { randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { unprocessable } from "../errors.ts";
import { callBeforeUserCreated } from "../hooks/before-user-created.ts";
import { startCooldown } from "../limits/cooldown.ts";
import { hashPassword, randomPasswordHash, verifyPassword } from "../passwords/hash.ts";
import {
  findOwnerOfEmail,
  findUserByPhone,
  isTakenError,
  lockUser,
  type Metadata,
  type User,
} from "../users/users.ts";
import type { Account, CreatedAccount } from "./accounts.ts";
import { confirmAddress, insertAccount, providerMetadata } from "./accounts.ts";
import {
  hashOrCompare,
  ignoreRefusalOfExisting,
  insertOrDryRun,
  isPasswordCurrent,
  readAddressOwner,
} from "./equal-work.ts";
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
 * inserted and rolled back (docs/decisions/0030). Callers must first pass the address's cooldown
 * ({@link startCooldown}).
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
  const initialOwner = await readAddressOwner(context.database, account);
  let checkedPassword = await hashOrCompare(account.password, initialOwner);
  if (context.hooks.isEnabled("before_user_created")) {
    await callHook(context, account).catch(ignoreRefusalOfExisting(account, initialOwner));
  }
  const attempt = () =>
    context.database.transaction(async (connection) => {
      const owner = await readAddressOwner(connection, account);
      if (!isPasswordCurrent(checkedPassword, owner)) return { state: "changed", owner } as const;
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
      if (!isTakenError(error) || attemptNumber === maxAttempts) throw error;
      return {
        state: "changed",
        owner: await readAddressOwner(context.database, account),
      } as const;
    });
    if (outcome.state === "requested") return outcome;
    checkedPassword = await hashOrCompare(account.password, outcome.owner);
  }
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
      if (isTakenError(error)) return attempt();
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
