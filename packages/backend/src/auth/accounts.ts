import { randomUUID } from "node:crypto";
import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import type { Messenger } from "../mail/transport.ts";
import { recordAudit, userAs } from "./audit-log.ts";
import type { Auth } from "./context.ts";
import { type CodeChallenge, createFlowState } from "./flow-states.ts";
import { askBeforeCreating } from "./hooks/before-user-created.ts";
import { createIdentity, findIdentity, type Identity, identitiesOf } from "./identities.ts";
import {
  type Letter,
  type LetterKind,
  prepareLetter,
  prepareText,
  sendLetters,
  sendText,
  type TextMessage,
} from "./letters.ts";
import { clearOneTimeTokens } from "./one-time-tokens.ts";
import { hashPassword, isPassword, unknownPassword } from "./passwords.ts";
import { forgetSending } from "./sending-clock.ts";
import {
  createUser,
  findOwnerOfEmail,
  findUserByPhone,
  isTaken,
  lockUser,
  type Metadata,
  mergeMetadata,
  type User,
  updateUser,
} from "./users.ts";

/** By what an account is known: one of the two. */
export type Account =
  | { readonly email: string; readonly phone?: undefined }
  | { readonly phone: string; readonly email?: undefined };

export type NewAccount = Account & {
  /** The UUID of the user, if there is to be a new one. */
  readonly id?: string;
  /** Absent: nobody is to know one. */
  readonly password?: string;
  readonly data: Metadata;
  readonly codeChallenge?: CodeChallenge | undefined;
  readonly redirectTo: string;
  /** Absent: a confirmation. */
  readonly askedFor?: LetterKind;
  /** How a phone is told; absent: by a text message. */
  readonly messenger?: Messenger;
};

export type AccountOutcome =
  /** It is of an account that has been confirmed, in whatever way. */
  | { readonly state: "taken"; readonly autoconfirm: boolean; readonly user: User }
  /** The project asks for no confirmation. */
  | { readonly state: "confirmed"; readonly user: User }
  /** A message is on its way. */
  | {
      readonly state: "pending";
      readonly user: User;
      readonly identities: readonly Identity[];
      readonly isNew: boolean;
    };

/**
 * Makes an account and sends its confirmation, or sends that anew to one that still waits for it. The
 * caller has waited for the clock of the address ({@link waitForAddress}).
 */
export async function createAccount(auth: Auth, account: NewAccount): Promise<AccountOutcome> {
  // Before it is known whether the address is taken, so that either answer takes as long.
  const { password } = account;
  const passwordHash = await (password === undefined ? unknownPassword() : hashPassword(password));
  const id = randomUUID();
  if (auth.hooks.isEnabled("before_user_created") && !(await findOwner(auth.database, account))) {
    const metadata = { appMetadata: providerOf(account), userMetadata: account.data };
    await askBeforeCreating(auth, { ...account, ...metadata, id });
  }
  const outcome = await writeAccount(auth, { ...account, id }, passwordHash);
  if (outcome.state !== "pending") return outcome;

  const { user, message } = outcome;
  try {
    if ("to" in message) await sendLetters(auth, [message], account.askedFor);
    else await sendText(auth, message);
  } catch (error) {
    // As in the reference, nothing stays of an account whose owner could not be told of it; another
    // message, asked for meanwhile, may have reached them.
    if (outcome.isNew) {
      await auth.database.query(
        sql`delete from auth.users where id = ${user.id} and confirmed_at is null`,
      );
    }
    throw error;
  }
  return {
    state: "pending",
    user: { ...user, confirmation_sent_at: new Date() },
    identities: await identitiesOf(auth.database, user.id),
    isNew: outcome.isNew,
  };
}

/**
 * Of two who ask for one address and do not know the same password, one may be a stranger who hopes
 * that the owner will confirm the account. So neither's opens it, until one is set from inside
 * (docs/decisions/0008-a-contested-password-opens-nothing.md).
 */
async function writeAccount(auth: Auth, account: NewAccount, passwordHash: string) {
  const { email, sms } = auth.config.auth;
  const autoconfirm = !(account.email ? email : sms).enable_confirmations;
  let compared: { readonly hash: string; readonly matches: boolean } | undefined;
  const attempt = () =>
    auth.database.transaction(async (connection) => {
      const found = await findOwner(connection, account);
      // Locked before it is judged: its link may be followed this very moment.
      const owner = found && (await lockUser(connection, found.id));
      if (owner?.confirmed_at) return { state: "taken", autoconfirm, user: owner } as const;
      const hash = owner?.encrypted_password;
      // Comparing takes long; nobody should have to wait for it.
      if (hash && hash !== compared?.hash) return { state: "to compare", hash } as const;
      if (owner && !compared?.matches) {
        const encrypted_password = autoconfirm ? passwordHash : null;
        await updateUser(connection, owner.id, { encrypted_password });
      }
      const user = owner ?? (await insertAccount(connection, account, passwordHash));
      const traits = { provider: providerOf(account).provider };
      if (autoconfirm) {
        const channel = account.phone ? { channel: "sms" } : {};
        await recordAudit(connection, userAs(user), "user_signedup", { ...traits, ...channel });
        return { state: "confirmed", user: await confirm(connection, user, account) } as const;
      }
      await recordAudit(connection, userAs(user), "user_confirmation_requested", traits);
      const message = await prepareMessage(auth, connection, user, account);
      return { state: "pending", user, isNew: !owner, message } as const;
    });
  for (;;) {
    const outcome = await attempt().catch((error: unknown) => {
      // Of two sign-ups at once with one address, the later finds the earlier's account.
      if (isTaken(error)) return attempt();
      throw error;
    });
    if (outcome.state !== "to compare") return outcome;
    const { password } = account;
    const matches = password !== undefined && (await isPassword(password, outcome.hash));
    compared = { hash: outcome.hash, matches };
  }
}

function findOwner(connection: Connection, account: Account): Promise<User | undefined> {
  return account.email !== undefined
    ? findOwnerOfEmail(connection, account.email)
    : findUserByPhone(connection, account.phone);
}

async function insertAccount(
  connection: Connection,
  account: NewAccount,
  passwordHash: string,
): Promise<User> {
  const appMetadata = providerOf(account);
  const { provider } = appMetadata;
  const created = await createUser(connection, {
    ...(account.id ? { id: account.id } : {}),
    ...(account.email !== undefined ? { email: account.email } : { phone: account.phone }),
    passwordHash,
    appMetadata,
    userMetadata: account.data,
  });
  const known = await findIdentity(connection, provider, created.id);
  if (known) return created;
  const claims = identityClaims(created.id, account, account.data);
  await createIdentity(connection, created.id, provider, claims);
  return updateUser(connection, created.id, {
    raw_user_meta_data: mergeMetadata(created.raw_user_meta_data, claims),
  });
}

function providerOf(account: Account): { provider: "email" | "phone"; providers: string[] } {
  const provider = account.email !== undefined ? "email" : "phone";
  return { provider, providers: [provider] };
}

/** What is kept of an identity by e-mail or phone, and in its user's metadata. */
export function identityClaims(
  userId: string,
  account: Account,
  data: Metadata,
): Metadata & { sub: string } {
  return {
    ...data,
    sub: userId,
    ...(account.email ? { email: account.email } : {}),
    email_verified: false,
    phone_verified: false,
  };
}

async function prepareMessage(
  auth: Auth,
  connection: Connection,
  user: User,
  account: NewAccount,
): Promise<Letter | TextMessage> {
  const isDue = true;
  if (account.phone) {
    const options = { isDue, messenger: account.messenger ?? "sms" };
    return prepareText(auth, connection, user, account.phone, "confirmation", options);
  }
  const { codeChallenge, redirectTo } = account;
  if (codeChallenge) {
    await createFlowState(connection, {
      providerType: "email",
      authenticationMethod: "email/signup",
      codeChallenge,
      userId: user.id,
    });
  }
  const options = { redirectTo, pkce: codeChallenge !== undefined, isDue };
  return prepareLetter(auth, connection, user, "confirmation", options);
}

async function confirm(connection: Connection, user: User, account: Account): Promise<User> {
  return account.email
    ? confirmEmail(connection, user)
    : updateUser(connection, user.id, { phone_confirmed_at: new Date() });
}

/** Takes a user's address as proven. What was sent to them before no longer opens anything. */
export async function confirmEmail(connection: Connection, user: User): Promise<User> {
  await clearOneTimeTokens(connection, user.id);
  // Whoever has just confirmed their address may ask for a link without waiting.
  if (user.email) await forgetSending(connection, user.email);
  return updateUser(connection, user.id, {
    email_confirmed_at: new Date(),
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: true }),
  });
}
