import { createHmac, randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { AuthContext } from "../context.ts";
import type { Factor } from "../users/factors.ts";

/** A row of `auth.mfa_challenges`: one request to prove a factor. */
export interface Challenge {
  readonly id: string;
  readonly created_at: Date;
  readonly verified_at: Date | null;
  readonly ip_address: string;
  readonly otp_code: string | null;
  /** The WebAuthn ceremony, with the challenge to sign. */
  readonly web_authn_session_data: KeyCeremony | null;
  /** True if the verifying request comes from the IP address that created the challenge. */
  readonly is_same_address: boolean;
}

/** A factor, and the challenge that the request verifies. */
export interface ChallengedFactor {
  readonly factor: Factor;
  readonly challenge: Challenge;
}

/** A WebAuthn ceremony. A factor's first challenge creates the key; later challenges are signed with it. */
export interface KeyCeremony {
  readonly type: "create" | "request";
  readonly challenge: string;
}

/** The expected response to a challenge, unless it can be computed from the factor's secret. */
export interface ExpectedResponse {
  readonly codeHash?: (challengeId: string) => string;
  readonly ceremony?: KeyCeremony;
}

const columns = sql`id, created_at, verified_at, ip_address, otp_code, web_authn_session_data`;

const lifetimeSeconds = 300;

/** Creates a challenge, and deletes old ones. */
export async function createChallenge(
  connection: Connection,
  factor: Factor,
  address: string,
  { codeHash, ceremony }: ExpectedResponse = {},
): Promise<Challenge> {
  await connection.query(sql`
    delete from auth.mfa_challenges where id in (
      select id from auth.mfa_challenges where created_at < now() - interval '24 hours'
      limit 100 for update skip locked)`);
  const id = randomUUID();
  const { rows } = await connection.query<Challenge>(sql`
    insert into auth.mfa_challenges
      (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
    values (${id}, ${factor.id}, now(), ${address}, ${codeHash?.(id) ?? null}, ${ceremony ?? null})
    returning ${columns}, true as is_same_address`);
  const [challenge] = rows;
  if (!challenge) throw new Error("A trigger refused the challenge.");
  await connection.query(sql`
    update auth.mfa_factors set last_challenged_at = now() where id = ${factor.id}`);
  return challenge;
}

/** Deletes a challenge whose message could not be sent, so that the next one is not delayed. */
export async function withdrawChallenge(
  connection: Connection,
  factor: Factor,
  challenge: Challenge,
): Promise<void> {
  await deleteChallenge(connection, challenge);
  await connection.query(sql`
    update auth.mfa_factors set last_challenged_at = null where id = ${factor.id}`);
}

export async function findChallenge(
  connection: Connection,
  factor: Factor,
  id: string,
  address: string,
): Promise<Challenge | undefined> {
  const { rows } = await connection.query<Challenge>(sql`
    select ${columns}, ip_address = ${address}::inet as is_same_address
    from auth.mfa_challenges where id = ${id} and factor_id = ${factor.id}`);
  return rows[0];
}

export async function deleteChallenge(connection: Connection, challenge: Challenge): Promise<void> {
  await connection.query(sql`delete from auth.mfa_challenges where id = ${challenge.id}`);
}

/** Closes a challenge, and records the code that was used. */
export async function closeChallenge(
  connection: Connection,
  challenge: Challenge,
  codeHash: string,
): Promise<void> {
  await connection.query(sql`
    update auth.mfa_challenges set verified_at = now(), otp_code = ${codeHash}
    where id = ${challenge.id}`);
}

/**
 * Returns whether a TOTP code has recently closed another challenge. A code is valid for 90 seconds, but only
 * once (RFC 6238, section 5.2), so that an observer cannot replay it.
 */
export async function wasCodeUsed(
  connection: Connection,
  factor: Factor,
  codeHash: string,
): Promise<boolean> {
  const { rows } = await connection.query(sql`
    select from auth.mfa_challenges where factor_id = ${factor.id} and otp_code = ${codeHash}
      and verified_at > now() - interval '2 minutes'`);
  return rows.length > 0;
}

/** Returns when a challenge expires, in seconds since 1970. */
export function expiryOf(challenge: Challenge): number {
  return Math.floor(challenge.created_at.getTime() / 1000) + lifetimeSeconds;
}

export function isExpired(challenge: Challenge): boolean {
  return challenge.created_at.getTime() + lifetimeSeconds * 1000 < Date.now();
}

/**
 * Returns a code's hash as the table stores it. The hash is keyed with the project's secret, because a plain hash of
 * six digits could be reversed.
 *
 * @param scope the challenge that the code was sent for, or the factor whose app shows it
 */
export function hashOfCode(context: AuthContext, scope: string, code: string): string {
  return createHmac("sha256", context.keys.keyFor("second factors"))
    .update(`${scope}\0${code}`)
    .digest("hex");
}
