import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { isLoopback } from "../http/client-address.ts";
import type { Auth } from "./context.ts";
import { tooMany } from "./errors.ts";

/** What is limited per address of the caller, with how many are allowed in how many seconds. */
const perAddress = {
  anonymous_users: 3600,
  token_refresh: 300,
  sign_in_sign_ups: 300,
  token_verifications: 300,
} as const;

/**
 * Counts a request against its address (`[auth.rate_limit]`). The machine itself is not counted: who
 * develops on it has one address for all the people they play.
 *
 * @throws {AuthError} 429 when there were too many of late
 */
export async function limitByAddress(
  auth: Auth,
  limit: keyof typeof perAddress,
  address: string | undefined,
): Promise<void> {
  if (address === undefined || isLoopback(address)) return;
  const most = auth.config.auth.rate_limit[limit];
  await refuseEmpty(auth, `${limit} ${address}`, most, perAddress[limit]);
}

/**
 * Counts a request about a second factor against its address: bursts of thirty, fifteen a minute in
 * the long run (supabase/auth, `FactorChallenge` and `FactorVerify` of `internal/api/apilimiter`).
 *
 * @throws {AuthError} 429 when there were too many of late
 */
export async function limitFactorRequests(
  auth: Auth,
  request: "challenge" | "verify",
  address: string | undefined,
): Promise<void> {
  if (address === undefined || isLoopback(address)) return;
  await refuseEmpty(auth, `factor_${request} ${address}`, 30, 120);
}

/**
 * Counts an application that registers itself against its address: bursts of thirty, ten in five
 * minutes in the long run (supabase/auth, `OAuthClientRegister` of `internal/api/apilimiter`).
 *
 * @throws {AuthError} 429 when there were too many of late
 */
export async function limitClientRegistrations(
  auth: Auth,
  address: string | undefined,
): Promise<void> {
  if (address === undefined || isLoopback(address)) return;
  await refuseEmpty(auth, `oauth_clients ${address}`, 30, 900);
}

/**
 * Counts a sign-in by passkey that is begun against its address: bursts of thirty, six a minute in
 * the long run (supabase/auth, `PasskeyAuthentication` of `internal/api/apilimiter`).
 *
 * @throws {AuthError} 429 when there were too many of late
 */
export async function limitPasskeyRequests(auth: Auth, address: string | undefined): Promise<void> {
  if (address === undefined || isLoopback(address)) return;
  await refuseEmpty(auth, `passkey_authentication ${address}`, 30, 300);
}

/**
 * Counts a code that is tried against its factor, from wherever it comes: of a million codes three
 * are good at a time, and whoever has many addresses would find one of them.
 *
 * @throws {AuthError} 429 after ten within five minutes
 */
export async function limitFactorTries(auth: Auth, factorId: string): Promise<void> {
  await refuseEmpty(auth, `factor ${factorId}`, 10, 300);
}

async function refuseEmpty(
  auth: Auth,
  bucket: string,
  most: number,
  seconds: number,
): Promise<void> {
  const taken = await take(auth.database, bucket, most, seconds);
  if (taken === "refused") throw tooMany("over_request_rate_limit", "Request rate limit reached");
  if (taken === "new") await forgetFullBuckets(auth.database);
}

/** A bucket that nobody took from for long is full, as one is that does not exist. */
async function forgetFullBuckets(connection: Connection): Promise<void> {
  const longest = Math.max(...Object.values(perAddress));
  await connection.query(sql`
    delete from portico.rate_limits where bucket in (
      select bucket from portico.rate_limits
      where refilled_at < now() - make_interval(secs => ${longest})
      limit 100 for update skip locked)`);
}

/**
 * Counts an e-mail against the project's quota an hour. Without SMTP none leaves the machine, and
 * none is counted, as with the Supabase CLI.
 */
export async function limitEmails(auth: Auth, connection: Connection): Promise<void> {
  if (!auth.config.auth.email.smtp?.enabled) return;
  const most = auth.config.auth.rate_limit.email_sent;
  if ((await take(connection, "email_sent", most, 3600)) === "refused") {
    throw tooMany("over_email_send_rate_limit", "email rate limit exceeded");
  }
}

/** @throws {AuthError} 429 when the last message to somebody was sent less than `interval` seconds ago */
export function limitFrequency(
  sentAt: Date | null,
  interval: number,
  code: "over_email_send_rate_limit" | "over_sms_send_rate_limit",
): void {
  const left = sentAt ? sentAt.getTime() + interval * 1000 - Date.now() : 0;
  if (left > 0) {
    throw tooMany(
      code,
      `For security purposes, you can only request this after ${Math.ceil(left / 1000)} seconds.`,
    );
  }
}

/**
 * Takes a token from a bucket that fills evenly, in one statement, so that processes can share it.
 * An empty bucket is left alone: who keeps asking does not wait longer for it.
 */
async function take(
  connection: Connection,
  bucket: string,
  most: number,
  seconds: number,
): Promise<"new" | "known" | "refused"> {
  if (most < 1) return "refused";
  const filled = sql`least(${most}::float8, limits.tokens
    + extract(epoch from now() - limits.refilled_at) * ${most}::float8 / ${seconds}::float8)`;
  const { rows } = await connection.query<{ is_new: boolean }>(sql`
    insert into portico.rate_limits as limits (bucket, tokens, refilled_at)
    values (${bucket}, ${most}::float8 - 1, now())
    on conflict (bucket) do update set tokens = ${filled} - 1, refilled_at = now()
    where ${filled} >= 1
    returning (xmax = 0) as is_new`);
  if (rows[0] === undefined) return "refused";
  return rows[0].is_new ? "new" : "known";
}
