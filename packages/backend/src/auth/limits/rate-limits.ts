import type { Connection } from "../../database/port.ts";
import { isLoopback, networkOf } from "../../http/caller/ip-address.ts";
import type { AuthContext } from "../context.ts";
import { type AuthError, type AuthErrorCode, tooMany } from "../errors.ts";
import { dailyPrefixes, deleteBuckets, deleteFullBuckets, takeToken } from "./token-bucket.ts";

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
  web3: { seconds: 300 },
  factor_challenge: { burst: 30, seconds: 120 },
  factor_verify: { burst: 30, seconds: 120 },
  oauth_authorizations: { burst: 150, seconds: 300 },
  oauth_clients: { burst: 30, seconds: 900 },
  sso: { burst: 30, seconds: 300 },
  saml_assertion: { burst: 30, seconds: 600 },
  passkey_authentication: { burst: 30, seconds: 300 },
  provider_redirect: { burst: 150, seconds: 300 },
} satisfies Readonly<Record<string, Rate>>;

type Limit = keyof typeof limits;

interface Rate {
  readonly burst?: number;
  readonly seconds: number;
}

const daySeconds = 24 * 60 * 60;

const maxRefillSeconds = Math.max(...Object.values(limits).map(({ seconds }) => seconds));

/**
 * The limits on failed attempts to enter a code within a day. They are needed because each new code has its own
 * attempts, and any caller can request a new code. NIST SP 800-63B, section 5.2.2, allows 100 consecutive failures per
 * account.
 */
const maxFailedAttempts = { perAddress: 100, perNetwork: 20 };

/**
 * Counts a request against the caller's network, because one subscriber has all addresses of a /64. Requests from
 * loopback are not counted, because a developer acts as all users from one address. No header can claim a loopback
 * address.
 *
 * @throws {AuthError} 429 when the network has sent too many requests recently
 */
export async function limitByAddress(
  context: AuthContext,
  limit: Limit,
  address: string | undefined,
): Promise<void> {
  if (context.isLimitForced?.()) {
    context.onLimit?.(limit);
    throw rateLimitError(
      "over_request_rate_limit",
      "Request rate limit reached",
      limits[limit].seconds,
    );
  }
  if (address === undefined || isLoopback(address)) return;
  const configuredLimits: Partial<Record<Limit, number>> = context.config.auth.rate_limit;
  const { burst = configuredLimits[limit] ?? 0, seconds }: Rate = limits[limit];
  await takeTokenOrThrow(context, [limit, networkOf(address)], burst, seconds);
}

/**
 * Counts an attempt to enter any code that was sent to an address, whether or not the address has an account. Each
 * network gets only a share of the attempts, so that one attacker cannot use up the owner's.
 *
 * @param recipient the digest of the address
 * @throws {AuthError} 429 when too many attempts failed within a day
 */
export async function limitCodeAttempts(
  context: AuthContext,
  recipient: string,
  callerAddress: string | undefined,
): Promise<void> {
  if (callerAddress !== undefined && !isLoopback(callerAddress)) {
    const subject = `${recipient} ${networkOf(callerAddress)}`;
    await takeTokenOrThrow(
      context,
      [dailyPrefixes.network, subject],
      maxFailedAttempts.perNetwork,
      daySeconds,
    );
  }
  await takeTokenOrThrow(
    context,
    [dailyPrefixes.address, recipient],
    maxFailedAttempts.perAddress,
    daySeconds,
  );
}

/** Resets an address's failed attempts after its owner has entered the correct code. */
export async function resetCodeAttempts(
  connection: Connection,
  recipient: string,
  callerAddress: string | undefined,
): Promise<void> {
  const buckets = [`${dailyPrefixes.address} ${recipient}`];
  if (callerAddress !== undefined) {
    buckets.push(`${dailyPrefixes.network} ${recipient} ${networkOf(callerAddress)}`);
  }
  await deleteBuckets(connection, buckets);
}

/**
 * Counts an attempt to enter a factor's code, whatever the caller's address. Three of a million codes are valid at a
 * time, so an attacker with many addresses would otherwise find one.
 *
 * @param code the error code of the refusal
 * @throws {AuthError} 429 after ten attempts within five minutes, or too many failed ones within a day
 */
export async function limitFactorAttempts(
  context: AuthContext,
  factorId: string,
  code: AuthErrorCode = "over_request_rate_limit",
): Promise<void> {
  const { perAddress } = maxFailedAttempts;
  await takeTokenOrThrow(context, ["factor", factorId], 10, 300, code);
  await takeTokenOrThrow(context, [dailyPrefixes.factor, factorId], perAddress, daySeconds, code);
}

/** Resets a factor's failed attempts after its owner has entered the correct code. */
export async function resetFactorAttempts(connection: Connection, factorId: string): Promise<void> {
  await deleteBuckets(connection, [`${dailyPrefixes.factor} ${factorId}`]);
}

/** Unlocks the verification of recovery codes when their owner replaces them. */
export async function unlockRecoveryCodes(connection: Connection, factorId: string): Promise<void> {
  await deleteBuckets(connection, [`factor ${factorId}`, `${dailyPrefixes.factor} ${factorId}`]);
}

async function takeTokenOrThrow(
  context: AuthContext,
  [limit, subject]: readonly [limit: string, subject: string],
  capacity: number,
  seconds: number,
  code: AuthErrorCode = "over_request_rate_limit",
): Promise<void> {
  const result = await takeToken(context.database, `${limit} ${subject}`, capacity, seconds);
  if (result.state === "refused") {
    context.onLimit?.(limit);
    throw rateLimitError(code, "Request rate limit reached", result.waitSeconds);
  }
  if (result.state === "new") await deleteFullBuckets(context.database, maxRefillSeconds);
}

export function rateLimitError(
  code: AuthErrorCode,
  message: string,
  waitSeconds: number,
): AuthError {
  return tooMany(code, `${message}, try again in ${waitSeconds} seconds`, waitSeconds);
}
