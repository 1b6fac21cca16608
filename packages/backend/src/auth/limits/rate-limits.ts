import type { Connection } from "../../database/port.ts";
import { isLoopback, networkOf } from "../../http/ip-address.ts";
import type { AuthContext } from "../context.ts";
import { type AuthError, type AuthErrorCode, tooMany } from "../errors.ts";
import { daily, deleteBuckets, deleteFullBuckets, takeToken } from "./token-bucket.ts";

/**
 * The limits for each client network: a bucket of `burst` requests, which refills evenly in `seconds`.
 * Without `burst`, `[auth.rate_limit]` sets the size. The other values are the reference's (supabase/auth,
 * `internal/api/apilimiter`). The reference does not limit redirects to a provider; each of them stores a row
 * for two days.
 */
const limits = {
  anonymous_users: { seconds: 3600 },
  token_refresh: { seconds: 300 },
  sign_in_sign_ups: { seconds: 300 },
  token_verifications: { seconds: 300 },
  factor_challenge: { burst: 30, seconds: 120 },
  factor_verify: { burst: 30, seconds: 120 },
  oauth_authorizations: { burst: 150, seconds: 300 },
  oauth_clients: { burst: 30, seconds: 900 },
  passkey_authentication: { burst: 30, seconds: 300 },
  provider_redirect: { burst: 150, seconds: 300 },
} satisfies Readonly<Record<string, Rate>>;

type Limit = keyof typeof limits;

interface Rate {
  readonly burst?: number;
  readonly seconds: number;
}

const daySeconds = 24 * 60 * 60;

const longestRefillSeconds = Math.max(...Object.values(limits).map(({ seconds }) => seconds));

/**
 * The most failed attempts at codes in a day. Each new code has its own attempts, and any caller can request
 * a new code. NIST SP 800-63B, section 5.2.2, allows 100 consecutive failures per account.
 */
const maxFailedAttempts = { ofAddress: 100, ofNetwork: 20 };

/**
 * Counts a request against the network of its address, because one subscriber has all addresses of a /64.
 * Loopback is not counted: a developer plays all users from one address, and no header can claim loopback.
 *
 * @throws {AuthError} 429 when the network has sent too many requests recently
 */
export async function limitByAddress(
  context: AuthContext,
  limit: Limit,
  address: string | undefined,
): Promise<void> {
  if (context.isLimiting?.()) {
    context.onLimit?.(limit);
    throw tooManyOf("over_request_rate_limit", "Request rate limit reached", limits[limit].seconds);
  }
  if (address === undefined || isLoopback(address)) return;
  const configured: Partial<Record<Limit, number>> = context.config.auth.rate_limit;
  const { burst = configured[limit] ?? 0, seconds }: Rate = limits[limit];
  await refuseEmpty(context, [limit, networkOf(address)], burst, seconds);
}

/**
 * Counts an attempt at any code that was sent to an address, whether or not the address has an account. Each
 * network gets only a share of the attempts, so that one attacker cannot use up the owner's.
 *
 * @param recipient the digest of the address
 * @throws {AuthError} 429 when too many failed within a day
 */
export async function limitCodeAttempts(
  context: AuthContext,
  recipient: string,
  caller: string | undefined,
): Promise<void> {
  if (caller !== undefined && !isLoopback(caller)) {
    const subject = `${recipient} ${networkOf(caller)}`;
    await refuseEmpty(context, [daily.network, subject], maxFailedAttempts.ofNetwork, daySeconds);
  }
  await refuseEmpty(context, [daily.address, recipient], maxFailedAttempts.ofAddress, daySeconds);
}

/** Resets the failed attempts at the codes of an address after its owner has typed the right code. */
export async function resetCodeAttempts(
  connection: Connection,
  recipient: string,
  caller: string | undefined,
): Promise<void> {
  const buckets = [`${daily.address} ${recipient}`];
  if (caller !== undefined) {
    buckets.push(`${daily.network} ${recipient} ${networkOf(caller)}`);
  }
  await deleteBuckets(connection, buckets);
}

/**
 * Counts an attempt at a factor's code, from any address. Three of a million codes are valid at a time, so an
 * attacker with many addresses would otherwise find one.
 *
 * @param code the error code of the refusal
 * @throws {AuthError} 429 after ten attempts within five minutes, or too many failed ones within a day
 */
export async function limitFactorAttempts(
  context: AuthContext,
  factorId: string,
  code: AuthErrorCode = "over_request_rate_limit",
): Promise<void> {
  const { ofAddress } = maxFailedAttempts;
  await refuseEmpty(context, ["factor", factorId], 10, 300, code);
  await refuseEmpty(context, [daily.factor, factorId], ofAddress, daySeconds, code);
}

/** Resets the failed attempts at the codes of a factor after its owner has typed the right code. */
export async function resetFactorAttempts(connection: Connection, factorId: string): Promise<void> {
  await deleteBuckets(connection, [`${daily.factor} ${factorId}`]);
}

/** Ends the lock of recovery codes when their owner replaces them. */
export async function unlockRecoveryCodes(connection: Connection, factorId: string): Promise<void> {
  await deleteBuckets(connection, [`factor ${factorId}`, `${daily.factor} ${factorId}`]);
}

async function refuseEmpty(
  context: AuthContext,
  [limit, subject]: readonly [limit: string, subject: string],
  maximum: number,
  seconds: number,
  code: AuthErrorCode = "over_request_rate_limit",
): Promise<void> {
  const taken = await takeToken(context.database, `${limit} ${subject}`, maximum, seconds);
  if (taken.state === "refused") {
    context.onLimit?.(limit);
    throw tooManyOf(code, "Request rate limit reached", taken.wait);
  }
  if (taken.state === "new") await deleteFullBuckets(context.database, longestRefillSeconds);
}

export function tooManyOf(code: AuthErrorCode, message: string, wait: number): AuthError {
  return tooMany(code, `${message}, try again in ${wait} seconds`, wait);
}
