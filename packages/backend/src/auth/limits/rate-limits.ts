import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { isLoopback, networkOf } from "../../http/ip-address.ts";
import type { Auth } from "../context.ts";
import { type AuthError, type AuthErrorCode, tooMany } from "../errors.ts";

/** What is limited per address of the caller, with how many are allowed in how many seconds. */
const perAddress = {
  anonymous_users: 3600,
  token_refresh: 300,
  sign_in_sign_ups: 300,
  token_verifications: 300,
} as const;

/** What is limited per address by numbers that no configuration changes. */
const fixedPerAddress = [
  "factor_challenge",
  "factor_verify",
  "oauth_clients",
  "passkey_authentication",
] as const;

type AddressLimit = keyof typeof perAddress | (typeof fixedPerAddress)[number];

/**
 * Counts a request against its address (`[auth.rate_limit]`).
 *
 * @throws {AuthError} 429 when there were too many of late
 */
export function limitByAddress(
  auth: Auth,
  limit: keyof typeof perAddress,
  address: string | undefined,
): Promise<void> {
  const most = auth.config.auth.rate_limit[limit];
  return limitAddress(auth, limit, address, most, perAddress[limit]);
}

/**
 * Counts a request about a second factor against its address: bursts of thirty, fifteen a minute in
 * the long run (supabase/auth, `FactorChallenge` and `FactorVerify` of `internal/api/apilimiter`).
 *
 * @throws {AuthError} 429 when there were too many of late
 */
export function limitFactorRequests(
  auth: Auth,
  request: "challenge" | "verify",
  address: string | undefined,
): Promise<void> {
  return limitAddress(auth, `factor_${request}`, address, 30, 120);
}

/**
 * Counts an application that registers itself against its address: bursts of thirty, ten in five
 * minutes in the long run (supabase/auth, `OAuthClientRegister` of `internal/api/apilimiter`).
 *
 * @throws {AuthError} 429 when there were too many of late
 */
export function limitClientRegistrations(auth: Auth, address: string | undefined): Promise<void> {
  return limitAddress(auth, "oauth_clients", address, 30, 900);
}

/**
 * Counts a sign-in by passkey that is begun against its address: bursts of thirty, six a minute in
 * the long run (supabase/auth, `PasskeyAuthentication` of `internal/api/apilimiter`).
 *
 * @throws {AuthError} 429 when there were too many of late
 */
export function limitPasskeyRequests(auth: Auth, address: string | undefined): Promise<void> {
  return limitAddress(auth, "passkey_authentication", address, 30, 300);
}

/**
 * Counts against the network of an address: one subscriber has all the addresses of a /64. The machine
 * itself is not counted, for a developer has one address for all the people they play; no header makes
 * a caller that machine.
 */
async function limitAddress(
  auth: Auth,
  kind: AddressLimit,
  address: string | undefined,
  most: number,
  seconds: number,
): Promise<void> {
  if (address === undefined || isLoopback(address)) return;
  await refuseEmpty(auth, `${kind} ${networkOf(address)}`, most, seconds);
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
  if (taken.state === "refused") {
    throw tooManyOf("over_request_rate_limit", "Request rate limit reached", taken.wait);
  }
  if (taken.state === "new") await forgetFullBuckets(auth.database);
}

/** Leaves an address with nothing to ask for, for an hour: the state that a test wants to see. */
export async function exhaustLimits(connection: Connection, address: string): Promise<void> {
  const kinds = [...Object.keys(perAddress), ...fixedPerAddress];
  await connection.query(sql`
    insert into portico.rate_limits (bucket, tokens, refilled_at)
    select kind || ' ' || ${networkOf(address)}, 0, now() + interval '1 hour' from unnest(${kinds}::text[]) kind
    on conflict (bucket) do update set tokens = 0, refilled_at = excluded.refilled_at`);
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

/** What the project may send in an hour, with what is said when it has been sent. */
const quotas = {
  email: {
    bucket: "email_sent",
    code: "over_email_send_rate_limit",
    message: "email rate limit exceeded",
  },
  sms: { bucket: "sms_sent", code: "over_sms_send_rate_limit", message: "SMS rate limit exceeded" },
} as const;

export type Channel = keyof typeof quotas;

/**
 * Counts a message against the project's quota. What waits in the inbox, because no service is
 * configured to send it, leaves the machine as little as it does with the Supabase CLI, and is not
 * counted.
 *
 * @throws {AuthError} 429 when the quota is used up
 */
export async function limitSending(
  auth: Auth,
  connection: Connection,
  channel: Channel,
): Promise<void> {
  if (!leavesMachine(auth, channel)) return;
  const { bucket, code, message } = quotas[channel];
  const taken = await take(connection, bucket, auth.config.auth.rate_limit[bucket], 3600);
  if (taken.state === "refused") throw tooManyOf(code, message, taken.wait);
}

/** The same for a message that is not going to be sent: the quota is looked at, and left alone. */
export async function refuseWhenSpent(auth: Auth, channel: Channel): Promise<void> {
  if (!leavesMachine(auth, channel)) return;
  const { bucket, code, message } = quotas[channel];
  const most = auth.config.auth.rate_limit[bucket];
  const wait = await waitFor(auth.database, bucket, most, 3600);
  if (wait > 0) throw tooManyOf(code, message, wait);
}

function leavesMachine({ config, hooks }: Auth, channel: Channel): boolean {
  if (channel === "email") return config.auth.email.smtp?.enabled === true;
  const { twilio, messagebird, textlocal, vonage } = config.auth.sms;
  const services = [twilio, messagebird, textlocal, vonage];
  return hooks.isEnabled("send_sms") || services.some((service) => service?.enabled);
}

function tooManyOf(code: AuthErrorCode, message: string, wait: number): AuthError {
  return tooMany(code, `${message}, try again in ${wait} seconds`, wait);
}

/** @throws {AuthError} 429 when the last message to somebody was sent less than `interval` seconds ago */
export function limitFrequency(
  sentAt: Date | null,
  interval: number,
  code: "over_email_send_rate_limit" | "over_sms_send_rate_limit",
): void {
  const left = sentAt ? sentAt.getTime() + interval * 1000 - Date.now() : 0;
  if (left > 0) throw tooSoon(code, Math.ceil(left / 1000));
}

/** @param wait in seconds */
export function tooSoon(
  code: "over_email_send_rate_limit" | "over_sms_send_rate_limit",
  wait: number,
): AuthError {
  const message = `For security purposes, you can only request this after ${wait} seconds.`;
  return tooMany(code, message, wait);
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
): Promise<{ readonly state: "new" | "known" } | { readonly state: "refused"; wait: number }> {
  if (most < 1) return { state: "refused", wait: seconds };
  const filled = contents(most, seconds);
  const { rows } = await connection.query<{ is_new: boolean }>(sql`
    insert into portico.rate_limits as limits (bucket, tokens, refilled_at)
    values (${bucket}, ${most}::float8 - 1, now())
    on conflict (bucket) do update set tokens = ${filled} - 1, refilled_at = now()
    where ${filled} >= 1
    returning (xmax = 0) as is_new`);
  if (rows[0]) return { state: rows[0].is_new ? "new" : "known" };
  return { state: "refused", wait: Math.max(1, await waitFor(connection, bucket, most, seconds)) };
}

/** Whole seconds until there is a token to take; zero where there is one. */
async function waitFor(
  connection: Connection,
  bucket: string,
  most: number,
  seconds: number,
): Promise<number> {
  if (most < 1) return seconds;
  const { rows } = await connection.query<{ wait: number }>(sql`
    select ceil((1 - ${contents(most, seconds)}) * ${seconds}::float8 / ${most}::float8) as wait
    from portico.rate_limits as limits where bucket = ${bucket}`);
  return Math.max(0, rows[0]?.wait ?? 0);
}

/**
 * What is in the bucket `limits` by now. Who began at the same time as another may be told of a bucket
 * that was filled after they began: no time has passed then, rather than less than none.
 */
function contents(most: number, seconds: number): Sql {
  const passed = sql`greatest(extract(epoch from now() - limits.refilled_at), 0)`;
  return sql`least(${most}::float8, limits.tokens
    + ${passed} * ${most}::float8 / ${seconds}::float8)`;
}
