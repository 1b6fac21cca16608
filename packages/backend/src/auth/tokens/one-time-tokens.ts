import { createHash, createHmac, randomInt, randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { AuthContext } from "../context.ts";
import { lowerCaseAddress } from "../lower-case.ts";
import { lockUser, type User } from "../users/users.ts";
import { resetAttempts } from "./code-attempts.ts";
import type { OneTimeTokenType } from "./one-time-token-type.ts";

/** The token of one message: a code and a link. Only one of them can be used, once. */
export interface OneTimeToken {
  /** The digits to enter. */
  readonly code: string;
  /** The token in the link, `token_hash` on the wire. */
  readonly tokenHash: string;
}

/** The prefix of a token whose link continues a PKCE flow. Such a link returns a code instead of a session. */
export const pkcePrefix = "pkce_";

/**
 * Creates a random code, or uses a test code, and returns it with its token hash.
 *
 * @param address the e-mail address or phone number that the message goes to
 */
export function createOneTimeToken(
  context: AuthContext,
  address: string,
  options: { readonly length: number; readonly pkce?: boolean; readonly code?: string | undefined },
): OneTimeToken {
  const code =
    options.code ??
    randomInt(10 ** options.length)
      .toString()
      .padStart(options.length, "0");
  const tokenHash = tokenHashOf(context, address, code);
  return { code, tokenHash: options.pkce ? pkcePrefix + tokenHash : tokenHash };
}

/**
 * Returns the token that a code's link contains. It is a hash keyed with the project's secret, because a plain hash of
 * six digits could be reversed.
 */
export function tokenHashOf(context: AuthContext, address: string, code: string): string {
  return createHmac("sha224", context.keys.keyFor("one-time tokens"))
    .update(`${lowerCaseAddress(address)}\0${code}`)
    .digest("hex");
}

/** A token to store before its message is sent. */
export interface NewOneTimeToken {
  readonly userId: string;
  readonly type: OneTimeTokenType;
  readonly tokenHash: string;
  /** The e-mail address or phone number that the message goes to. */
  readonly address: string;
}

/** Stores a token, replacing an older one of the same type, and resets the attempts at its code. */
export async function storeOneTimeToken(
  connection: Connection,
  { userId, type, tokenHash, address }: NewOneTimeToken,
): Promise<void> {
  await connection.query(sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at)
    values (${randomUUID()}, ${userId}, ${type}, ${hashForStorage(tokenHash)}, ${lowerCaseAddress(address)},
      timezone('utc', now()))
    on conflict (user_id, token_type) do update
    set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
      created_at = excluded.created_at, updated_at = excluded.created_at`);
  await resetAttempts(connection, address, type);
}

export interface ConsumedToken {
  /** The token's user, locked until the transaction ends. */
  readonly user: User;
  readonly type: OneTimeTokenType;
}

/** A token in a request. */
export interface PresentedToken {
  /** The hashes that the token may be stored as. */
  readonly hashes: readonly string[];
  readonly types: readonly OneTimeTokenType[];
  /** How long a token is valid after it was sent. */
  readonly lifetimeSeconds: number;
  /**
   * The address that the code was sent to. Only the last code of a type is valid for an address: several
   * accounts may request a change to the same address, and one of many valid codes is easy to guess. Absent
   * for links, whose tokens cannot be guessed.
   */
  readonly address?: string | undefined;
}

/**
 * Consumes a token. Deletes it first, so that only one of two simultaneous requests succeeds; a rollback restores it.
 *
 * Before that, locks the user like all other transactions, to avoid a deadlock between following a link and creating a
 * new one.
 *
 * @returns undefined if the token does not exist
 */
export async function consumeOneTimeToken(
  connection: Connection,
  { hashes, types, lifetimeSeconds, address }: PresentedToken,
): Promise<ConsumedToken | undefined> {
  const latestCondition =
    address === undefined
      ? sql`true`
      : sql`not exists (
          select from auth.one_time_tokens as later
          where later.relates_to = token.relates_to and later.token_type = token.token_type
            and later.created_at > token.created_at)`;
  const matchCondition = sql`token_hash = any(${hashes.map(hashForStorage)}::text[])
    and token_type = any(${types}::auth.one_time_token_type[])
    and created_at > timezone('utc', now()) - make_interval(secs => ${lifetimeSeconds})
    and ${latestCondition}`;
  // Two users may have a pending code for the same test number, whose code is always the same. The last request wins.
  const matches = await connection.query<{ user_id: string }>(sql`
    select user_id from auth.one_time_tokens as token
    where ${matchCondition} order by created_at desc limit 1`);
  const userId = matches.rows[0]?.user_id;
  const user = userId && (await lockUser(connection, userId));
  if (!user) return undefined;
  const { rows } = await connection.query<{ token_type: OneTimeTokenType }>(sql`
    delete from auth.one_time_tokens as token where user_id = ${user.id} and ${matchCondition}
    returning token_type`);
  return rows[0] && { user, type: rows[0].token_type };
}

/**
 * Deletes every token of a user and the pending changes of address. Otherwise any caller could have a new
 * token sent for a pending change (`POST /resend`).
 */
export async function clearOneTimeTokens(connection: Connection, userId: string): Promise<void> {
  await connection.batch([
    sql`delete from auth.one_time_tokens where user_id = ${userId}`,
    sql`
      update auth.users
      set email_change = '', phone_change = '', email_change_confirm_status = 0, updated_at = now()
      where id = ${userId} and (email_change <> '' or phone_change <> '')`,
  ]);
}

const changeTypes = ["email_change_token_current", "email_change_token_new"] as const;

/** The token types of an e-mail change, one for each address that confirms it. */
export type EmailChangeTokenType = (typeof changeTypes)[number];

/** Returns the types of a pending e-mail change's tokens that are neither used nor expired. */
export async function usableEmailChangeTokens(
  connection: Connection,
  userId: string,
  lifetimeSeconds: number,
): Promise<readonly EmailChangeTokenType[]> {
  const { rows } = await connection.query<{ type: EmailChangeTokenType }>(sql`
    select token_type as type from auth.one_time_tokens
    where user_id = ${userId} and token_type = any(${changeTypes}::auth.one_time_token_type[])
      and created_at > timezone('utc', now()) - make_interval(secs => ${lifetimeSeconds})`);
  return rows.map(({ type }) => type);
}

/** Deletes the tokens of a pending e-mail change. */
export async function deleteEmailChangeTokens(
  connection: Connection,
  userId: string,
): Promise<void> {
  await connection.query(sql`
    delete from auth.one_time_tokens where user_id = ${userId}
      and token_type = any(${changeTypes}::auth.one_time_token_type[])`);
}

/** Hashes a link's token for storage. */
function hashForStorage(tokenHash: string): string {
  return createHash("sha256").update(tokenHash).digest("hex");
}
