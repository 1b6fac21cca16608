import { randomInt } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { AuthContext } from "../context.ts";
import { type Factor, factorsOf } from "../users/factors.ts";
import { hashOfCode } from "./challenge-store.ts";

/** How many codes a user has, and how many of them are unused. */
export interface RecoveryCodeCount {
  readonly total: number;
  readonly remaining: number;
}

const codeCount = 10;

/** Lowercase letters and digits, without those that look alike: `i`, `l`, `o`, `0` and `1`. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** 16 characters of 31 are 79 bits, so even an attacker who has the hashes cannot guess a code. */
const codeLength = 16;

/** Replaces the codes of a factor. Returns the new ones in canonical form: lowercase, without separators. */
export async function replaceRecoveryCodes(
  context: AuthContext,
  connection: Connection,
  factor: Factor,
): Promise<readonly string[]> {
  const codes = Array.from({ length: codeCount }, createCode);
  const hashes = codes.map((code) => hashOfCode(context, factor.id, code));
  await connection.query(sql`delete from portico.recovery_codes where factor_id = ${factor.id}`);
  await connection.query(sql`
    insert into portico.recovery_codes (factor_id, code_hash)
    select ${factor.id}, hash from unnest(${hashes}::text[]) hash`);
  return codes;
}

/** Returns whether the user has this code and has not used it. */
export async function isUnusedRecoveryCode(
  context: AuthContext,
  connection: Connection,
  factor: Factor,
  enteredCode: string,
): Promise<boolean> {
  const { rows } = await connection.query(sql`
    select from portico.recovery_codes
    where factor_id = ${factor.id} and code_hash = ${hashOf(context, factor, enteredCode)}
      and used_at is null`);
  return rows.length > 0;
}

/** Marks a code as used. Returns false if the user has no such code or has used it. */
export async function useRecoveryCode(
  context: AuthContext,
  connection: Connection,
  factor: Factor,
  enteredCode: string,
): Promise<boolean> {
  const { rows } = await connection.query(sql`
    update portico.recovery_codes set used_at = now()
    where factor_id = ${factor.id} and code_hash = ${hashOf(context, factor, enteredCode)}
      and used_at is null
    returning factor_id`);
  return rows.length > 0;
}

export async function countRecoveryCodes(
  connection: Connection,
  factor: Factor,
): Promise<RecoveryCodeCount> {
  const { rows } = await connection.query<RecoveryCodeCount>(sql`
    select count(*)::int as total, count(*) filter (where used_at is null)::int as remaining
    from portico.recovery_codes where factor_id = ${factor.id}`);
  return rows[0] ?? { total: 0, remaining: 0 };
}

/** Returns the factor that represents the user's recovery codes. A user has at most one. */
export async function findRecoveryCodes(
  connection: Connection,
  userId: string,
): Promise<Factor | undefined> {
  return (await factorsOf(connection, userId)).find(isRecoveryCodes);
}

export const isRecoveryCodes = ({ factor_type: type }: Factor): boolean => type === "recovery_code";

function createCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** Hashes a code in canonical form, because users may enter it in upper case or in groups. */
function hashOf(context: AuthContext, factor: Factor, enteredCode: string): string {
  return hashOfCode(context, factor.id, enteredCode.toLowerCase().replaceAll(/[\s-]/g, ""));
}
